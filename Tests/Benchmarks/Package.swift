// swift-tools-version: 6.2
import PackageDescription

// A package of its own: `swift build` of the root builds no benchmarks.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "checklists", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [.product(name: "ChecklistCore", package: "checklists")],
      path: "Sources",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
