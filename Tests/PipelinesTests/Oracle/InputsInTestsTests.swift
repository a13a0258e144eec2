import FileTesting
import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Records in a test's `inputs` play like the same records from a file: the same events at the same
/// instants, in the same order.
///
/// `STREAMS_RANDOM_CASES` is the number of pipelines that are compared, `STREAMS_RANDOM_SEED` their
/// seed.
@Suite struct InputsInTestsTests {
  @Test func `a pipeline plays the records of a test like those of a file`() throws {
    let cases = RandomCampaign.cases ?? 60
    let seed = RandomCampaign.seed ?? 1
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var compared = 0
    for number in 0..<20 * cases where compared < cases {
      let document = pipelines.document()
      // Times of values count from that of the first record, which a test does not state.
      if "\(document)".contains(#""by":"#) { continue }
      var inputs = RandomInputs(random: pipelines.random)
      let read = inputs.document(reading: document)
      pipelines.random = inputs.random
      guard !inputs.used.isEmpty, let difference = try difference(of: read, inputs) else {
        continue
      }
      compared += 1
      if let difference {
        Issue.record("seed \(seed), pipeline \(number): \(difference)")
        return
      }
    }
    #expect(compared == cases, "seed \(seed): few pipelines can be compared")
  }

  @Test(arguments: [
    #"{"definitions": {"rates": {"input": "in0", "time": "$0.t"}}, "input": "in1", "time": "$0.t", "operators": [{"withLatestFrom": {"stream": "rates"}}]}"#,
    #"{"definitions": {"rates": {"input": "in0", "time": "$0.t"}}, "merge": [{"input": "in1", "time": "$0.t"}, {"marbles": "(xy)-z|"}, "rates", "rates"]}"#,
    #"{"definitions": {"in0": {"input": "in0", "time": "$0.t"}}, "append": [{"from": "in0", "operators": [{"prefix": {"count": 1}}]}, {"marbles": "--z|"}, "in0"]}"#,
    #"{"append": [{"input": "in0", "time": "$0.t", "operators": [{"prefix": {"count": 1}}]}, {"marbles": "--z|"}, {"input": "in0", "time": "$0.t"}]}"#,
  ])
  func `the events of one instant have the same order as in the command`(
    text: String
  ) throws {
    let document = try JSONReader.value(of: SourceText(name: "t.json", text)).value
    for seed in UInt64(1)...20 {
      var inputs = RandomInputs(random: SplitMix64(seed: seed), origin: "first")
      inputs.used = Set(["in0", "in1"].filter { text.contains($0) })
      let result = try #require(try difference(of: document, inputs), "seed \(seed)")
      #expect(result == nil, "seed \(seed)")
    }
  }

  /// Returns the difference, if there is one; the outer optional is nil for a document that cannot
  /// be compared.
  private func difference(of document: Value, _ inputs: RandomInputs) throws -> String?? {
    guard case .object(let object) = document else { return nil }
    let test: Value = [
      "until": 20, "expect": "", "inputs": .object(Object(inputs.stated)),
    ]
    let whole = Value.object(Object(object.members + [Member(key: "tests", value: [test])]))
    let source = SourceText(name: "t.json", bytes: JSONWriter.text(of: whole))
    let stream = StreamDocument(source)
    guard stream.mistakes == nil, let check = stream.checks.first else { return nil }
    let program = try Program(source)
    var bindings = InputBindings()
    for (name, text) in inputs.texts { bindings.bindings[name] = .text(text) }
    let session = try InputSession(program, bindings)
    let playing = BoundedPlaying(
      of: program, session, until: .zero.advanced(by: .seconds(20)), steps: 5000)
    guard playing.endless == nil else { return nil }
    switch stream.play(check, steps: 5000) {
    case .passed:
      return playing.timeline.events.isEmpty ? .some(nil) : .some("nothing came: \(source)")
    case .differs(let difference):
      if difference.actual == playing.timeline { return .some(nil) }
      return """
        \(String(decoding: source.bytes, as: UTF8.self))
        read: \(playing.timeline)
        test: \(difference.actual)
        """
    case .skipped, .endless, .unsteady: return nil
    case .mistaken(let mistakes): return .some("\(mistakes)")
    }
  }
}

/// Inputs that replace some diagrams of a random pipeline.
private struct RandomInputs {
  var random: SplitMix64
  /// The names of the inputs that are read.
  var used: Set<String> = []
  private let origin: String
  /// Whether the document names the inputs in its definitions.
  private var isNamed = false
  /// The records of each input, with their times.
  private let records: [String: [(time: Int64, value: Value)]]

  init(random: SplitMix64, origin: String? = nil) {
    var random = random
    let origin = origin ?? (random.oneIn(2) ? "epoch" : "first")
    self.origin = origin
    let start = origin == "epoch" ? Int64(random.below(3)) : 0
    var records: [String: [(time: Int64, value: Value)]] = [:]
    for name in ["in0", "in1", "in2"] {
      // Times count from the first record of each input, so it does not matter which inputs are
      // used.
      var time = start
      records[name] = (0..<random.below(6)).map { index in
        if index > 0 { time += [0, 0, 1, 1, 2, 3][random.below(6)] }
        return (time, [1, 2, 3, "a", 4][random.below(5)])
      }
    }
    self.records = records
    self.random = random
  }

  /// The records as the text of a file.
  var texts: [(String, String)] {
    records.sorted { $0.key < $1.key }.map { name, records in
      (name, records.map { "\(["t": .int($0.time), "v": $0.value] as Value)\n" }.joined())
    }
  }

  /// The records as the events of a test.
  var stated: [Member] {
    records.sorted { $0.key < $1.key }.filter { used.contains($0.key) }.map { name, records in
      let events = records.map { record -> Value in
        ["time": .int(record.time), "value": ["t": .int(record.time), "v": record.value]]
      }
      let end: Value = ["time": .int(records.last?.time ?? 0), "completion": "finished"]
      return Member(key: Text(name), value: .array(events + [end]))
    }
  }

  /// Returns a document in which some diagrams are replaced by inputs, some of these through
  /// definitions with the inputs' names.
  mutating func document(reading document: Value) -> Value {
    isNamed = random.oneIn(2)
    let read = reading(document)
    guard case .object(let object) = read, isNamed else { return read }
    let definitions = used.sorted().map { Member(key: Text($0), value: source($0)) }
    var members = object.members
    if let index = members.firstIndex(where: { $0.key == "definitions" }),
      case .object(let others) = members[index].value
    {
      members[index].value = .object(Object(definitions + others.members))
    } else {
      members.append(Member(key: "definitions", value: .object(Object(definitions))))
    }
    return .object(Object(members))
  }

  private func source(_ name: String) -> Value {
    ["input": .string(Text(name)), "time": "$0.t", "origin": .string(Text(origin))]
  }

  /// Returns a part of a document in which some diagrams are replaced by inputs.
  private mutating func reading(_ document: Value) -> Value {
    switch document {
    case .array(let elements): return .array(elements.map { reading($0) })
    case .object(let object):
      let members = object.members.map { Member(key: $0.key, value: reading($0.value)) }
      guard object["marbles"] != nil, object["hot"] == nil, !random.oneIn(4) else {
        return .object(Object(members))
      }
      let name = "in\(random.below(3))"
      used.insert(name)
      var steps: [Value] = [["map": ["expression": "$0.v"]]]
      if case .array(let own)? = Object(members)["operators"] { steps += own }
      let step = Member(key: "operators", value: .array(steps))
      if isNamed { return .object(Object([.init(key: "from", value: .string(Text(name))), step])) }
      guard case .object(let source) = source(name) else { return document }
      return .object(Object(source.members + [step]))
    default: return document
    }
  }
}
