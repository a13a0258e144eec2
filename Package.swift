// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Unsafe code is marked as such, where it is.
let strictSettings = settings + [.strictMemorySafety()]

/// The modules that each module exports again.
let exported = [
  "Composable": ["Reactive"],
  "ComposableClassic": ["Composable"],
  "Pipelines": ["Records", "StreamModels", "Checking", "Playing", "Exporting", "Operators"],
  "ReactiveFoundation": ["Reactive"],
  "StoreTesting": ["ReactiveTesting"],
  "StreamTesting": ["StoreTesting"],
]

/// What depends on a module also depends on the modules that it exports again. Without that, an
/// incremental build would not notice that the layout of a type in one of them has changed.
func dependencies(_ imports: [String]) -> [Target.Dependency] {
  var names = imports
  var next = 0
  while next < names.count {
    names += exported[names[next], default: []].filter { !names.contains($0) }
    next += 1
  }
  return names.map { .byName(name: $0) }
}

/// A library and the modules that it may import. Imports go one way, only as listed here.
func library(_ name: String, imports: [String] = [], resources: [Resource] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(imports), resources: resources,
    swiftSettings: strictSettings)
}

func executable(_ name: String, imports: [String], resources: [Resource] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies(imports), resources: resources,
    swiftSettings: strictSettings)
}

/// One of the programs that show features. Each is in a separate folder.
func example(_ name: String, imports: [String], exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies(imports), path: "Sources/Examples/\(name)",
    exclude: exclude, swiftSettings: strictSettings)
}

func tests(_ name: String, imports: [String]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(imports), swiftSettings: settings)
}

let package = Package(
  name: "Streams",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
    .library(name: "Patterns", targets: ["Patterns"]),
    .library(name: "Joins", targets: ["Joins"]),
    .library(name: "Values", targets: ["Values"]),
    .library(name: "Expressions", targets: ["Expressions"]),
    .library(name: "Marbles", targets: ["Marbles"]),
    .library(name: "Tracing", targets: ["Tracing"]),
    .library(name: "Diagrams", targets: ["Diagrams"]),
    .library(name: "Pipelines", targets: ["Pipelines"]),
    .library(name: "FileTesting", targets: ["FileTesting"]),
    .library(name: "Tuning", targets: ["Tuning"]),
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableClassic", targets: ["ComposableClassic"]),
    .library(name: "ComposableClassicTesting", targets: ["ComposableClassicTesting"]),
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "StreamTesting", targets: ["StreamTesting"]),
    .executable(name: "stream-run", targets: ["stream-run"]),
    .executable(name: "stream-bench", targets: ["stream-bench"]),
  ],
  targets: [
    library("Platform"),
    library("Reactive", imports: ["Platform"]),
    library("ReactiveFoundation", imports: ["Platform", "Reactive"]),
    library("Patterns", imports: ["Reactive"]),
    library("Joins", imports: ["Reactive"]),
    library("Values", imports: ["Platform"]),
    library("RegularExpressions", imports: ["Values"]),
    library("Expressions", imports: ["Values", "RegularExpressions"]),
    library("Marbles", imports: ["Platform", "Reactive"]),
    library("Tracing", imports: ["Values", "Reactive", "Marbles"]),
    library(
      "Diagrams", imports: ["Values", "Reactive", "Marbles", "Tracing"],
      // What pages that play a trace consist of. It is in the binary: nothing is read to make a page.
      resources: [
        "page.html", "player.css", "axis.js", "balls.js", "controls.js", "data.js", "details.js",
        "drawing.js", "frames.js", "layout.js", "lineage.js", "list.js", "pointer.js",
        "schedule.js", "source.js",
      ].map { .embedInCode("Player/Page/\($0)") }),
    library(
      "Records",
      imports: ["Platform", "Values", "Reactive", "RegularExpressions", "Expressions"]),
    library(
      "StreamModels",
      imports: [
        "Platform", "Values", "Reactive", "RegularExpressions", "Expressions", "Marbles", "Tracing",
        "Records",
      ]),
    library(
      "Checking",
      imports: [
        "Platform", "Values", "Expressions", "Marbles", "Records", "StreamModels",
      ]),
    library(
      "Playing",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Records",
        "StreamModels", "Checking",
      ]),
    library(
      "Exporting",
      imports: [
        "Values", "Expressions", "Marbles", "Records", "StreamModels", "Checking", "Playing",
      ]),
    library(
      "Operators",
      imports: [
        "Platform", "Values", "Reactive", "Patterns", "Joins", "Expressions", "Tracing",
        "StreamModels", "Checking", "Playing", "Exporting",
      ]),
    library(
      "Checkpoints",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Records", "StreamModels",
        "Playing", "Operators",
      ]),
    library(
      "Pipelines",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Records",
        "StreamModels", "Checking", "Playing", "Exporting", "Operators", "Checkpoints",
      ]),
    library(
      "FileTesting",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Console",
        "Pipelines",
        "Checkpoints", "Editing",
      ]),
    library(
      "Drafting",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Pipelines", "Editing",
        "FileTesting",
      ]),
    library(
      "Reference",
      imports: ["Values", "Expressions", "Marbles", "Pipelines"]),
    library("Editing", imports: ["Platform", "Values"]),
    library(
      "LanguageServer",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Diagrams",
        "Pipelines", "Editing", "FileTesting",
      ]),
    library("Composable", imports: ["Platform", "Reactive"]),
    library(
      "Sessions",
      imports: [
        "Platform", "Composable", "Reactive", "Values", "Expressions", "Marbles", "Pipelines",
      ]),
    library("ReactiveTesting", imports: ["Platform", "Reactive", "Marbles"]),
    library("StoreTesting", imports: ["Platform", "Reactive", "ReactiveTesting", "Composable"]),
    library(
      "StreamTesting",
      imports: [
        "Values", "Reactive", "ReactiveTesting", "Marbles", "Tracing", "Diagrams", "Pipelines",
        "Composable", "StoreTesting", "Sessions", "Tuning",
      ]),
    library("ComposableClassic", imports: ["Platform", "Composable", "Reactive"]),
    library(
      "ComposableClassicTesting",
      imports: ["ComposableClassic", "Composable", "StoreTesting"]),
    library(
      "Tuning",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Diagrams",
        "Pipelines", "Editing", "FileTesting",
      ]),
    library("Console", imports: ["Platform", "Values", "Reactive", "Marbles", "Pipelines"]),
    executable(
      "stream-run",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Marbles", "Tracing", "Diagrams",
        "Console", "Pipelines", "Checkpoints", "Drafting", "Editing", "FileTesting",
        "LanguageServer", "Reference", "Tuning",
      ],
      // The command is a single file, wherever it is copied to. Everything that it exports is
      // inside it.
      resources: ["job.py", "tasks.py", "README.md", "Dockerfile"].map {
        .embedInCode("Export/Spark/\($0)")
      } + [.embedInCode("Export/FlinkSQL/run.py")]),
    executable(
      "stream-bench",
      imports: [
        "Platform", "Values", "Reactive", "Expressions", "Pipelines", "Composable",
      ]),
    .target(
      name: "ExampleTerminal",
      dependencies: dependencies([
        "Platform", "Composable", "Sessions", "Reactive", "Values", "Pipelines",
      ]),
      path: "Sources/Examples/Terminal", swiftSettings: strictSettings),
    example("Counter", imports: ["ExampleTerminal", "Composable"]),
    example("ShoppingList", imports: ["ExampleTerminal", "Composable", "Reactive"]),
    example(
      "RepositorySearch", imports: ["ExampleTerminal", "Composable", "Reactive"],
      exclude: ["repositories.json"]),
    tests("PlatformTests", imports: ["Platform"]),
    tests(
      "ReactiveTests",
      imports: [
        "Reactive", "ReactiveFoundation", "Patterns", "Joins", "Marbles", "ReactiveTesting",
      ]),
    tests("ReactiveFoundationTests", imports: ["ReactiveFoundation"]),
    tests("ValuesTests", imports: ["Values", "TestSupport"]),
    tests("EditingTests", imports: ["Editing", "Values", "TestSupport"]),
    tests("ExpressionsTests", imports: ["Expressions", "RegularExpressions", "Values"]),
    tests("MarblesTests", imports: ["Marbles", "Reactive"]),
    tests("TracingTests", imports: ["Tracing", "Marbles", "Reactive", "Values"]),
    .testTarget(
      name: "DiagramsTests",
      dependencies: dependencies([
        "Diagrams", "Tracing", "Marbles", "Reactive", "Values", "TestSupport",
      ]),
      exclude: ["Fixtures"], swiftSettings: settings),
    // Code that several test targets need.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests(
      "PipelinesTests",
      imports: [
        "Platform", "Records", "StreamModels", "Checking", "Playing", "Exporting", "Operators",
        "Pipelines", "Checkpoints", "Editing", "FileTesting", "Values", "Reactive",
        "Patterns", "Joins", "ReactiveTesting", "Marbles", "Expressions", "Tracing", "TestSupport",
      ]),
    tests(
      "FileTestingTests",
      imports: [
        "FileTesting", "Pipelines", "Values", "Reactive", "Marbles", "Tracing", "TestSupport",
      ]),
    tests(
      "LanguageServerTests", imports: ["LanguageServer", "Editing", "Values", "TestSupport"]),
    tests(
      "TuningTests",
      imports: [
        "Tuning", "FileTesting", "Pipelines", "Playing", "Records", "Expressions", "Marbles",
        "Reactive", "Values",
        "TestSupport",
      ]),
    tests("ComposableTests", imports: ["Composable", "Reactive"]),
    // Listings from before Swift 6, compiled as their authors compile them.
    .testTarget(
      name: "Swift5ListingTests", dependencies: dependencies(["Composable", "StoreTesting"]),
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests(
      "ExamplesTests",
      imports: [
        "Counter", "ShoppingList", "RepositorySearch", "Composable", "Sessions", "StoreTesting",
        "StreamTesting", "Reactive",
      ]),
    tests(
      "ComposableClassicTests",
      imports: ["ComposableClassic", "ComposableClassicTesting", "Composable", "StoreTesting"]),
    tests(
      "SessionsTests",
      imports: [
        "Sessions", "Composable", "StreamTesting", "Pipelines", "Values", "Reactive", "Marbles",
        "TestSupport",
      ]),
    tests(
      "ReactiveTestingTests", imports: ["ReactiveTesting", "Reactive", "Marbles", "TestSupport"]),
    tests(
      "StoreTestingTests",
      imports: ["StoreTesting", "Composable", "Reactive", "TestSupport"]),
    tests(
      "StreamTestingTests",
      imports: [
        "StreamTesting", "FileTesting", "Composable", "Values", "Reactive", "Marbles", "Pipelines",
        "TestSupport",
      ]),
    tests(
      "StreamBenchTests", imports: ["stream-bench", "Marbles", "Pipelines", "Values"]),
    tests(
      "StreamRunTests",
      imports: [
        "stream-run", "Console", "Platform", "Expressions", "Pipelines", "FileTesting", "Reference",
        "Values",
        "TestSupport",
      ]),
  ]
)
