// swift-tools-version: 6.2
import PackageDescription

let release = BuildSettingCondition.when(platforms: [.linux], configuration: .release)

// The symbols are two thirds of the program, and stay away, as does what only a debugger reads:
// making it takes 6 % of the build. CHECKLISTS_SYMBOLS=1 keeps both for a profiler.
let hasSymbols = Context.environment["CHECKLISTS_SYMBOLS"] == "1"
let stripping = hasSymbols ? [] : ["-Xlinker", "-s"]
let debugging = hasSymbols ? [] : ["-Xfrontend", "-gnone"]

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // A generic type is made from its parts, not by its mangled name, which the runtime would parse:
  // a fifth of the instructions of `checklists toggle 1`. Functions have sections of their own, so
  // that the linker can order them, and leave out those that nobody calls.
  .unsafeFlags(
    [
      "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
      "-Xfrontend", "-function-sections",
    ] + debugging, release),
]

// A release build on Linux is one static file, which starts in about a millisecond. With
// CHECKLISTS_DYNAMIC=1 in the environment it is not: for toolchains without static libraries.
let isDynamic = Context.environment["CHECKLISTS_DYNAMIC"] == "1"
let linkage = isDynamic ? [] : ["-static-executable"]

let package = Package(
  name: "checklists",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ChecklistCore", targets: ["ChecklistCore"]),
    .library(name: "ChecklistCoreFoundation", targets: ["ChecklistCoreFoundation"]),
    .executable(name: "checklists", targets: ["checklists"]),
  ],
  targets: [
    .systemLibrary(name: "CSystem"),
    .target(name: "SystemLibrary", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "ChecklistCore", dependencies: ["SystemLibrary"], swiftSettings: strict),
    // For programs that have all of Foundation anyway; the executable never links it.
    .target(
      name: "ChecklistCoreFoundation", dependencies: ["ChecklistCore"], swiftSettings: strict),
    .target(name: "Terminal", dependencies: ["SystemLibrary"], swiftSettings: strict),
    .target(
      name: "ChecklistInterchange", dependencies: ["ChecklistCore"],
      // The program is one file, so they are bytes in it, and not files beside it.
      resources: [.embedInCode("Templates/Shipped")], swiftSettings: strict),
    .target(
      name: "ChecklistSync",
      dependencies: ["ChecklistCore", "ChecklistInterchange", "SystemLibrary"],
      swiftSettings: strict),
    .target(
      name: "ChecklistRuns", dependencies: ["ChecklistCore", "ChecklistInterchange"],
      swiftSettings: strict),
    .target(
      name: "ChecklistScreen", dependencies: ["ChecklistCore", "ChecklistInterchange", "Terminal"],
      swiftSettings: strict),
    .executableTarget(
      name: "checklists",
      dependencies: [
        "ChecklistCore", "ChecklistInterchange", "ChecklistRuns", "ChecklistScreen",
        "ChecklistSync", "Terminal",
      ],
      exclude: ["release.ld", "release.order"],
      swiftSettings: strict + [.unsafeFlags(linkage, release)],
      // lld, which comes with the toolchain, puts code and read-only data in segments of their own;
      // with -z now the addresses that the start fills in are read-only after it. Both cost nothing
      // measurable. A static program is not position-independent: relocating itself would take a
      // fifth of `--version` at each start, and glibc does not start one with the run path that
      // SwiftPM writes. Without the hashes that release.ld leaves out, the program is the same in
      // whatever folder it is built. Tests/symbol-order writes release.order, by which the code of
      // small commands lies side by side.
      linkerSettings: [
        .unsafeFlags(
          linkage + stripping + [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now",
            "-Xlinker", "-T", "-Xlinker",
            "\(Context.packageDirectory)/Sources/checklists/release.ld", "-Xlinker",
            "--symbol-ordering-file=\(Context.packageDirectory)/Sources/checklists/release.order",
            "-Xlinker", "--no-warn-symbol-ordering",
          ], release)
      ]),
    // A test target too, so that `swift build` builds what is shipped and nothing else.
    .testTarget(name: "TestSupport", dependencies: ["ChecklistCore"], swiftSettings: strict),
    .testTarget(
      name: "ChecklistCoreTests",
      // Some tests run the built program.
      dependencies: [
        "checklists", "ChecklistCore", "ChecklistCoreFoundation", "CSystem", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ChecklistInterchangeTests",
      dependencies: ["ChecklistCore", "ChecklistInterchange", "TestSupport"],
      swiftSettings: strict),
    // The program, and the targets that are for it only.
    .testTarget(
      name: "ChecklistsUnitTests",
      dependencies: [
        "checklists", "ChecklistCore", "ChecklistInterchange", "ChecklistRuns", "ChecklistScreen",
        "ChecklistSync", "Terminal", "TestSupport",
      ],
      swiftSettings: strict),
    // The built program as a user runs it.
    .testTarget(
      name: "ChecklistsTests",
      dependencies: ["checklists", "ChecklistCore", "Terminal", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// CHECKLISTS_BENCHMARKS=1 adds them: `swift build` builds what is shipped and nothing else.
if Context.environment["CHECKLISTS_BENCHMARKS"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "Benchmarks", dependencies: ["ChecklistCore"], path: "Tests/Benchmarks",
      exclude: [
        "all", "attachments", "commands", "interchange", "processes.c", "screen", "synchronising",
      ],
      swiftSettings: strict))
}
