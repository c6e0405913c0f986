// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A release build on Linux is one static file, which starts in about a millisecond.
let release = BuildSettingCondition.when(platforms: [.linux], configuration: .release)

let package = Package(
  name: "checklists",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ChecklistCore", targets: ["ChecklistCore"]),
    .executable(name: "checklists", targets: ["checklists"]),
  ],
  targets: [
    .systemLibrary(name: "CSystem"),
    .target(name: "ChecklistCore", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "Terminal", swiftSettings: strict),
    .target(
      name: "ChecklistInterchange", dependencies: ["ChecklistCore"], swiftSettings: strict),
    .executableTarget(
      name: "checklists",
      dependencies: ["ChecklistCore", "ChecklistInterchange", "Terminal"],
      swiftSettings: strict + [.unsafeFlags(["-static-executable"], release)],
      linkerSettings: [.unsafeFlags(["-static-executable"], release)]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["ChecklistCore"], path: "Tests/Benchmarks",
      exclude: ["commands", "processes.c"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["ChecklistCore"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ChecklistCoreTests", dependencies: ["ChecklistCore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ChecklistInterchangeTests",
      dependencies: ["ChecklistCore", "ChecklistInterchange", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ChecklistsUnitTests",
      dependencies: ["checklists", "ChecklistCore", "Terminal", "TestSupport"],
      swiftSettings: strict),
    // The built program as a user runs it.
    .testTarget(
      name: "ChecklistsTests",
      dependencies: ["checklists", "ChecklistCore", "Terminal", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
