import ChecklistCore

extension SideRepository {
  /// Fetches a branch of the remote.
  ///
  /// - Parameter hear: Is called with the progress as it comes.
  /// - Returns: The commit of the branch; nil when the remote has no such branch.
  func fetch(
    _ branch: String, from address: RemoteAddress, hear: ([UInt8]) -> Void = { _ in }
  ) throws(SyncError) -> String? {
    // What comes first needs no past.
    let depth = try commit(.remote) == nil ? ["--depth=1"] : []
    let repository = try repository(of: address)
    let arguments =
      ["fetch", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--progress"]
      + depth + service("upload-pack", of: address)
      + ["--", repository, "+refs/heads/\(branch):\(Reference.remote.name)"]
    do throws(GitFailure) {
      try git.run(arguments, in: path, isLocal: false, mayAsk: !address.isFolder, hear: hear)
    } catch {
      if error.kind == .noBranch {
        if try commit(.remote) != nil { try set([(.remote, nil)]) }
        return nil
      }
      throw try remoteError(error, address)
    }
    return try commit(.remote)
  }

  /// Pushes a commit to a branch of the remote, if the branch is where the last fetch found it.
  ///
  /// - Parameter hear: Is called with the progress as it comes.
  /// - Throws: ``SyncError``; of kind ``GitFailure/Kind/overtaken`` when somebody else was faster.
  func push(
    _ commit: String, to branch: String, at address: RemoteAddress,
    hear: ([UInt8]) -> Void = { _ in }
  ) throws(SyncError) {
    let repository = try repository(of: address)
    defer { adopt(in: address) }
    let arguments =
      Self.largeFiles + ["push", "--porcelain", "--no-verify", "--progress"]
      + service("receive-pack", of: address)
      + ["--", repository, "\(commit):refs/heads/\(branch)"]
    do throws(GitFailure) {
      let result = try git.result(
        of: arguments, in: path, mayAsk: !address.isFolder, hear: hear)
      if result.status == 0 {
        guard Self.isTaken(branch, result.output) else {
          throw GitFailure(.refused, "it reports no updated branch")
        }
        return
      }
      if result.status == 129 { try git.checkVersion() }
      throw Self.rejection(in: result.output) ?? GitFailure(reading: result.errors, isLocal: false)
    } catch {
      throw try remoteError(error, address)
    }
  }

  /// The option that has git serve a folder in the way of ``Git/serving(_:)``.
  private func service(_ name: String, of address: RemoteAddress) -> [String] {
    address.isFolder ? ["--\(name)=\(git.serving(name))"] : []
  }

  /// Whether a branch has the commit now, by what `git push --porcelain` printed.
  private static func isTaken(_ branch: String, _ output: [UInt8]) -> Bool {
    // *<TAB>from:refs/heads/main<TAB>[new branch]; the first character is a space for a new commit
    output.split(separator: UInt8(ascii: "\n")).contains { line in
      let fields = line.split(separator: UInt8(ascii: "\t"))
      return line.first != UInt8(ascii: "!") && fields.count > 1
        && String(decoding: fields[1], as: UTF8.self).hasSuffix(":refs/heads/\(branch)")
    }
  }

  /// Why the remote did not take a commit, by what `git push --porcelain` printed.
  ///
  /// - Returns: The failure; nil when the output does not tell.
  private static func rejection(in output: [UInt8]) -> GitFailure? {
    // !<TAB>from:to<TAB>[remote rejected] (pre-receive hook declined)
    for line in output.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "!") {
      let fields = line.split(separator: UInt8(ascii: "\t"))
      let summary = String(decoding: fields.last ?? [], as: UTF8.self)
      // What could not be unpacked, and why, is among the errors.
      if summary.holds("unpacker error") { return nil }
      let reasons: [(GitFailure.Kind, [String])] = [
        (.lockedBranch, ["cannot lock ref", "failed to lock"]),
        (
          .overtaken,
          [
            "fetch first", "non-fast-forward", "stale info", "failed to update ref",
            "incorrect old value", "reference already exists", "shallow update not allowed",
          ]
        ), (.checkedOut, ["checked out"]),
      ]
      let reason = reasons.first { $0.1.contains { summary.holds($0) } }
      return GitFailure(reason?.0 ?? .refused, summary)
    }
    return nil
  }

  /// The error for a git that failed while it had to do with the remote.
  ///
  /// A failure that says nothing of the remote may be that of a side repository that is damaged.
  func remoteError(
    _ failure: GitFailure, _ address: RemoteAddress
  ) throws(SyncError) -> SyncError {
    var failure = failure
    failure.line = address.hidingPassword(in: failure.line)
    let checks: [[String]] =
      switch failure.kind {
      case .unreachable, .noRepository, .configuration: [Self.presence]
      case .other, .damagedRemote: [Self.presence, ["fsck", "--no-dangling", "--progress"]]
      default: []
      }
    for check in checks where failure.kind != .brokenRepository {
      if try !isSound(check) { failure.kind = .brokenRepository }
    }
    return SyncError(failure)
  }

  /// The check that everything is there that the refs need.
  private static let presence = ["rev-list", "--objects", "--quiet", "--all"]

  /// Whether a check of the repository finds nothing.
  private func isSound(_ check: [String]) throws(SyncError) -> Bool {
    do throws(GitFailure) {
      try git.run(check, in: path)
      return true
    } catch {
      guard error.kind == .brokenRepository else { throw SyncError(error) }
      return false
    }
  }
}

extension SyncError {
  /// Whether the side repository is damaged, so that it must be made anew.
  var isOfRepository: Bool { kind == .git(.brokenRepository) }
}
