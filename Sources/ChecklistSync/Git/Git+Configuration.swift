extension Git {
  /// The status of `git config` where there is nothing to remove.
  private static let isUnset: Int32 = 5

  /// Sets a variable in the own configuration of a repository, whatever number of values it had.
  ///
  /// - Parameters:
  ///   - name: The variable: `checklists.file`.
  ///   - value: Its value, as a path; nil removes it.
  ///   - repository: The directory of the repository.
  package func set(
    _ name: String, to value: String?, in repository: String
  ) throws(GitFailure) {
    let arguments = value.map { ["--replace-all", name, $0] } ?? ["--unset-all", name]
    let result = try result(of: ["config", "--local"] + arguments, in: repository)
    if result.status == 0 || value == nil && result.status == Self.isUnset { return }
    throw GitFailure(reading: result.errors, isLocal: false)
  }
}
