import Marbles
import Pipelines
import Reactive
import TestSupport
import Values

/// Plays documents for a limited time, in the engine and in the model.
struct OraclePlaying: CustomStringConvertible {
  enum Comparison {
    case same, different
    /// The playback is too long for the model, or too short to be meaningful.
    case skipped
  }

  private static let second: Int = 1_000_000_000

  /// The last instant, in seconds.
  let until: Int
  let limit: Int
  /// The minimum number of events.
  let least: Int

  init(until: Int, limit: Int, least: Int = 0) {
    self.until = until
    self.limit = limit
    self.least = least
  }

  init(random: inout SplitMix64) {
    self.init(
      until: random.oneIn(6) ? random.below(10) : 12,
      limit: random.oneIn(6) ? random.below(10) : 200, least: random.oneIn(4) ? 0 : 2)
  }

  var description: String { "until \(until), limit \(limit)" }

  func compare(_ document: Value) -> Comparison {
    guard let expected = model(document), expected.events.count >= least else { return .skipped }
    return (try? engine(document)) == expected ? .same : .different
  }

  /// Returns the timeline of the engine. Throws its diagnostics for a document that it refuses.
  func engine(_ document: Value) throws -> Timeline<Value> {
    let end = Instant(nanoseconds: Int64(until * Self.second))
    return try program("\(document)").play(Playback(until: end, limit: limit))
  }

  /// Returns the timeline of the model; nil if it is too long to be worth playing.
  func model(_ document: Value) -> Timeline<Value>? {
    let course = try? OracleDocument(document).course(until: until * Self.second, limit: limit)
    return course.map { Timeline($0) }
  }

  /// The document, and its timelines in the model and in the engine.
  func report(_ document: Value) -> String {
    guard let expected = model(document) else { return "\(document)\ntoo long" }
    let difference = outcome {
      try MarbleChart().difference(expected: expected, actual: engine(document)) { "\($0)" }
    }
    let found = outcome { try engine(document).brief }
    return "\(document)\nmodel:  \(expected.brief)\nengine: \(found)\n\(difference)"
  }
}

extension Timeline where Output == Value {
  fileprivate init(_ course: Course) {
    self.init(
      course.map { event in
        let instant = Instant(nanoseconds: Int64(event.moment.time))
        return switch event.kind {
        case .value(let value): Event(instant: instant, kind: .value(value))
        case .finished: Event(instant: instant, kind: .finished)
        case .failed(let message): Event(instant: instant, kind: .failure(message))
        }
      })
  }
}

extension OraclePlaying {
  /// Returns the smallest document that can be found in which the engine and the model still
  /// differ.
  func shrink(_ document: Value) -> Value {
    // If the engine refuses a document, its diagnostics explain that; the model can only play
    // documents that the engine accepts.
    guard isPlayed(document) else { return document }
    var smallest = document
    var attempts = 0
    while attempts < 2000 {
      let smaller = smallest.smaller.first { candidate in
        attempts += 1
        return isPlayed(candidate) && compare(candidate) == .different
      }
      guard let smaller else { return smallest }
      smallest = smaller
    }
    return smallest
  }

  private func isPlayed(_ document: Value) -> Bool {
    (try? program("\(document)")) != nil
  }
}

extension Value {
  /// The versions of the value with one part removed: an element of an array, operators, or an
  /// optional key; and each of the streams in it alone.
  fileprivate var smaller: [Value] {
    switch self {
    case .array(let elements):
      return elements.indices.map { index in
        Value.array(elements.enumerated().filter { $0.offset != index }.map(\.element))
      }
        + elements.indices.flatMap { index in
          elements[index].smaller.map { smaller in
            var changed = elements
            changed[index] = smaller
            return .array(changed)
          }
        }
    case .object(let object):
      let members = object.members
      return innerModels
        + members.indices.map { index in
          .object(Object(members.enumerated().filter { $0.offset != index }.map(\.element)))
        }
        + members.indices.flatMap { index in
          members[index].value.smaller.map { smaller in
            var changed = members
            changed[index].value = smaller
            return .object(Object(changed))
          }
        }
    case .string(let text) where text.string.hasPrefix("-"):
      return [.string(Text(String(text.string.dropFirst())))]
    default: return []
    }
  }

  /// The streams that a model takes, including its definitions.
  private var innerModels: [Value] {
    guard case .object(let model) = self else { return [] }
    let definitions = model.members.filter { $0.key == "definitions" }
    let inner = ["append", "merge", "zip", "combineLatest", "from"].flatMap { key -> [Value] in
      switch model[Text(key)] {
      case .array(let inputs)?: inputs
      case .object(let input)?: [.object(input)]
      default: []
      }
    }
    return inner.compactMap { input in
      if case .object(let input) = input {
        .object(Object(definitions + input.members))
      } else {
        nil
      }
    }
  }
}
