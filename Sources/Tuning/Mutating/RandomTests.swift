import Editing
import FileTesting
import Marbles
import Platform
import Reactive
import Tracing
import Values

/// Random tests of a document, from the values and the gaps of the tests that it has.
struct RandomTests: Sendable {
  /// A test: the events of each input.
  typealias Inputs = Shrinker.Records

  /// The values of each input that tests replace.
  private let pools: [(name: String, values: [Value])]
  /// The times between values, in nanoseconds.
  private let gaps: [Int64]
  private let seed: UInt64
  private let steps: Int

  /// Returns nil for a document whose tests replace nothing.
  init?(of document: StreamDocument, steps: Int, seed: UInt64) {
    (self.seed, self.steps) = (seed, steps)
    var pools: [String: [Value]] = [:]
    var gaps: Set<Int64> = [0, 1_000_000_000]
    let names = Self.namesOfInputs(of: document)
    guard !names.isEmpty else { return nil }
    for check in document.checks.prefix(20) {
      guard let trace = document.trace(check, steps: steps) else { continue }
      var last: [Int: Instant] = [:]
      for event in trace.events {
        let stage = trace.stages[event.stage]
        guard stage.role == .source, case .value(let value) = event.kind else { continue }
        if let instant = last[event.stage], gaps.count < 40 {
          gaps.insert(event.instant.nanoseconds - instant.nanoseconds)
        }
        last[event.stage] = event.instant
        let name = event.record?.input ?? stage.definition ?? stage.parameters
        guard names.contains(name), pools[name, default: []].count < 40 else { continue }
        if !pools[name, default: []].contains(value) { pools[name, default: []].append(value) }
      }
    }
    self.pools = names.sorted().map { ($0, pools[$0] ?? []) }
    self.gaps = gaps.sorted()
    guard self.pools.contains(where: { !$0.values.isEmpty }) else { return nil }
  }

  /// The inputs and definitions that the tests of a document replace.
  private static func namesOfInputs(of document: StreamDocument) -> Set<String> {
    var names: Set<String> = []
    func visit(_ value: Value) {
      guard case .object(let test) = value else { return }
      if case .object(let inputs)? = test["inputs"] {
        names.formUnion(inputs.members.map(\.key.string))
      }
      if case .array(let cases)? = test["cases"] { cases.forEach(visit) }
    }
    do throws(ReadError) {
      guard case .object(let model) = try JSONReader.value(of: document.source).value,
        case .array(let tests)? = model["tests"]
      else { return [] }
      for test in tests { visit(test) }
    } catch {
      return []
    }
    return names.filter { !$0.contains("#") && !$0.hasPrefix(".") }
  }

  /// Returns random tests. The same numbers are the same tests.
  func tests(from first: Int, count: Int) -> [Inputs] {
    (first..<first + count).map { number in
      var random = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
      var inputs: Inputs = [:]
      for (name, values) in pools where !values.isEmpty {
        var time: Int64 = 0
        inputs[name] = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          // Sums of known gaps, and times just before and after them, meet the edges of durations.
          time += gaps.randomElement(using: &random) ?? 0
          time += [0, 0, 0, 1, 500_000_000].randomElement(using: &random) ?? 0
          let value = values.randomElement(using: &random) ?? .null
          return ["time": Self.seconds(time), "value": value]
        }
      }
      return inputs
    }
  }

  private static func seconds(_ nanoseconds: Int64) -> Value {
    nanoseconds % 1_000_000_000 == 0
      ? .int(nanoseconds / 1_000_000_000) : .double(Double(nanoseconds) / 1e9)
  }

  // MARK: - Playing

  /// Returns the first test whose events a change makes different; nil if there is none.
  func firstDifference(
    _ tests: [Inputs], _ mutation: Mutation, in document: StreamDocument
  ) -> Inputs? {
    guard let old = timelines(of: tests, nil, in: document),
      let new = timelines(of: tests, mutation, in: document)
    else { return nil }
    // Records that make the stream fail are seldom those that people want to see.
    return tests.indices.first { !old[$0].fails && old[$0] != new[$0] }.map { tests[$0] }
  }

  /// Makes a test smaller whose events a change makes different, and states it as in the file.
  func shrunk(
    _ test: Inputs, _ mutation: Mutation, in document: StreamDocument, _ isOver: () -> Bool
  ) -> Value? {
    withoutActuallyEscaping(isOver) { isOver in
      var shrinker = Shrinker(
        test, until: isOver,
        while: { candidate in
          firstDifference([candidate], mutation, in: document) != nil
        })
      do {
        let least = try shrinker.shrink()
        guard let events = timelines(of: [least], nil, in: document)?.first,
          case .object(let stated) = Self.test(
            least, named: mutation.text, expecting: try ValueEncoder().encode(events))
        else { return nil }
        return .object(stated)
      } catch {
        // Nothing in a search throws but the encoder, for values that JSON does not have.
        return nil
      }
    }
  }

  /// Returns the events of tests; nil if the changed document cannot be played with them.
  private func timelines(
    of tests: [Inputs], _ mutation: Mutation?, in document: StreamDocument
  ) -> [Timeline<Value>]? {
    do throws(EditError) {
      let list = Value.array(
        tests.enumerated().map { Self.test($1, named: "\($0)", expecting: .array([])) })
      var source = document.source
      if let mutation { source = try mutation.applied(to: source) }
      let edits = try DocumentEdit.edits(["set", "tests", list.description])
      let edited = StreamDocument(try edits.applied(to: source))
      // The last checks are those of the tests.
      guard edited.mistakes == nil, edited.checks.count >= tests.count else { return nil }
      return edited.checks.suffix(tests.count).map { check in
        switch edited.play(check, steps: steps) {
        case .differs(let difference): difference.actual
        case .passed, .skipped: Timeline()
        case .endless, .unsteady, .mistaken: Timeline([.failure("cannot be played", at: .zero)])
        }
      }
    } catch {
      return nil
    }
  }

  private static func test(_ inputs: Inputs, named name: String, expecting events: Value) -> Value {
    let lists = inputs.keys.sorted().map { key in
      Member(key: Text(key), value: .array(inputs[key] ?? []))
    }
    return [
      "name": .string(Text(name)), "inputs": .object(Object(lists)), "expect": events,
    ]
  }
}

extension Timeline<Value> {
  fileprivate var fails: Bool {
    if case .failure? = completion?.kind { true } else { false }
  }
}
