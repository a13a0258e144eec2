import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Outputs in documents, and the names of their files.
struct OutputTests {
  private static let document = #"""
    {"outputs":{"a":{"$comment":"all","from":"a","path":"by-host/{$0.host}.csv","records":"csv"},\#
    "b":{"from":"./x.json","with":{"n":1},"inputs":{"i":"a"}},"c":{"from":{"sequence":[1]}}},\#
    "sequence":[1]}
    """#

  @Test func `outputs are read and written without loss`() throws {
    let source = SourceText(name: "t.json", Self.document)
    let (model, diagnostics) = StreamModel<Value>.read(source)
    #expect(diagnostics.items.isEmpty)
    let read = try #require(model)
    #expect(read.outputs.map(\.name) == ["a", "b", "c"])
    #expect(read.outputs[0].path == "by-host/{$0.host}.csv")
    #expect(read.outputs[0].records == .csv)
    #expect(read.outputs[1].stream.inputs.map(\.name) == ["i"])
    let text = String(
      decoding: JSONWriter.text(of: try ValueEncoder().encode(read)), as: UTF8.self)
    #expect(text == Self.document)
    #expect(
      try ValueDecoder().decode(
        StreamModel<Value>.self, from: JSONReader.value(of: SourceText(name: "", text)).value)
        == read)
  }

  @Test func `outputs do not change the stream`() throws {
    let stream = #""marbles": "-a-b|", "operators": [{"count": {}}]"#
    let outputs = #"""
      {"outputs": {"x": {"from": {"input": "nothing", "time": "$0.t"}}}, \#(stream)}
      """#
    #expect(try played(outputs) == played("{\(stream)}"))
    #expect(try program(outputs).inputs.used == [])
    #expect(try program(outputs).outputs.isEmpty)
  }

  @Test func `an output has the events of its stream when played with the document`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var count = 0
    for round in 0..<300 {
      let (definitions, root) = random.slowDocument()
      let names = definitions.compactMap(\.name)
      let named = definitions.map { #""\#($0.name ?? "")": {\#($0.members)}"# }
      let outputs = names.map { #""\#($0)": {"from": "\#($0)"}"# }
      let text = """
        {"definitions": {\(named.joined(separator: ",\n"))}, "outputs": {\(outputs.joined(separator: ","))},
        \(root.members)}
        """
      let source = SourceText(name: "t.json", text)
      guard let tapped = try? Program(source, taps: names),
        let program = try? Program(
          source, stream: nil, taps: [], inputs: [], settings: ParameterSettings([:]),
          playsOutputs: true)
      else { continue }
      let found = Self.events(names.count) { scheduler, receivers in
        program.publisher(on: scheduler, receivers: receivers, trace: nil)
      }
      let expected = Self.events(names.count) { scheduler, receivers in
        tapped.publisher(on: scheduler, taps: Array(zip(names, receivers)).map { ($0, $1) })
      }
      #expect(found == expected, "seed \(seed), round \(round): \(text)")
      guard found == expected else { return }
      count += found.dropFirst().joined().count
    }
    #expect(count > 300)
  }

  /// Plays a program, and returns the events of its stream and of its outputs.
  private static func events(
    _ count: Int,
    _ publisher: (
      VirtualScheduler, [(PlaybackEvent, Instant) -> Void]
    ) -> AnyPublisher<Value, StreamFailure>
  ) -> [[String]] {
    let scheduler = VirtualScheduler()
    var events = Array(repeating: [String](), count: count + 1)
    let receivers = (0..<count).map { number in
      { (event: PlaybackEvent, instant: Instant) in
        events[number + 1].append("\(event)@\(instant.nanoseconds)")
      }
    }
    Playback(until: Instant(nanoseconds: 60_000_000_000), limit: 1000).play(
      publisher(scheduler, receivers), on: scheduler,
      receiveCompletion: { events[0].append("\($0)@\($1.nanoseconds)") },
      receiveValue: { value, instant in
        events[0].append("\(value)@\(instant.nanoseconds)")
        return true
      })
    return events
  }

  @Test func `a format follows from the extension, and an extension from the format`() {
    #expect(StreamOutput("a", from: "s").defaultPath(for: nil) == "a.ndjson")
    #expect(StreamOutput("a", from: "s").defaultPath(for: .text) == "a.txt")
    #expect(StreamOutput("a", from: "s").defaultPath(for: .csv) == "a.csv")
    #expect(StreamOutput.Records(path: "x/A.CSV") == .csv)
    #expect(StreamOutput.Records(path: "x/a.tsv") == .tsv)
    #expect(StreamOutput.Records(path: "x/a.txt") == .text)
    #expect(StreamOutput.Records(path: "x/a") == .ndjson)
  }

  private func naming(_ path: String) throws -> OutputNaming {
    let document: Value = [
      "sequence": [1], "definitions": ["a": ["input": "a"]],
      "outputs": ["o": ["from": "a", "path": .string(Text(path))]],
    ]
    let program = try Program(
      SourceText(name: "t.json", document.description), stream: nil, taps: [], inputs: [],
      settings: ParameterSettings([:]), playsOutputs: true)
    return OutputNaming(try #require(program.outputs.first).path)
  }

  @Test(arguments: [
    (#"1"#, "1.x"), (#""1""#, "1.x"), ("true", "true.x"), ("1.5", "1.5.x"), ("-0.0", "0.0.x"),
    (#""""#, "%.x"), (#"".""#, "%2E.x"), (#""..""#, "%2E%2E.x"), (#""a/b""#, "a%2Fb.x"),
    (#""é %""#, "%C3%A9%20%25.x"), (#""\u0000""#, "%00.x"), (#""a.partial""#, "a%2Epartial.x"),
    (#""A-b_c.9""#, "A-b_c.9.x"), ("1e300", "1e%2B300.x"),
  ])
  func `a value becomes part of a name`(value: String, path: String) throws {
    var naming = try naming("d/{$0}.x")
    let value = try JSONReader.value(of: SourceText(name: "", value)).value
    #expect(try naming.path(for: value, at: .zero) == "d/\(path)")
  }

  @Test(arguments: [
    ("null", #"a part of a path is null, expected a string, a number or a bool in "$0""#),
    ("[1]", #"a part of a path is a list, expected a string, a number or a bool in "$0""#),
    (
      "\"\(String(repeating: "/", count: 100))\"",
      "the name '\(String(repeating: "%2F", count: 13))%…' of a file is too long; the limit for a file name is 247 bytes"
    ),
  ])
  func `a value that cannot be part of a name is a failure`(value: String, message: String) throws {
    var naming = try naming("{$0}")
    let value = try JSONReader.value(of: SourceText(name: "", value)).value
    #expect(throws: StreamFailure(message)) { try naming.path(for: value, at: .zero) }
  }

  @Test func `a path can contain the time of the playback`() throws {
    var naming = try naming("{int($time) / 60}-{{x}}")
    #expect(try naming.path(for: 1, at: Instant(nanoseconds: 125_000_000_000)) == "2-{x}")
  }

  /// Strings are encoded so that each key has its own file, below the folder.
  @Test(arguments: ["{$0.a}", "{$0.a}.partial", ".{$0.a}", "{$0.a}+{$0.b}", "x/{$0.a}/{$0.b}.y"])
  func `two keys never share a file`(path: String) throws {
    var naming = try naming(path)
    var random = SplitMix64(seed: 7)
    var keys: [String: [String]] = [:]
    let signs = [
      ".", "..", "/", "%", "2", "E", "F", "a", "A", "partial", ".partial", "\0", "é", "+", "",
    ]
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        (0..<random.below(4)).map { _ in signs[random.below(signs.count)] }.joined()
      }
      let value: Value = [
        "a": .string(Text(texts[0])), "b": .string(Text(texts[1])),
      ]
      let key = path.contains("$0.b") ? texts : [texts[0]]
      let name = try naming.path(for: value, at: .zero)
      #expect(keys[name].map { $0 == key } ?? true, "\(name)")
      keys[name] = key
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == (path.hasPrefix("x/") ? 3 : 1))
      #expect(!parts.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") })
    }
    #expect(keys.count > 500)
  }
}
