public import Composable
public import Marbles
public import Pipelines
import Reactive
public import Values

extension Timeline {
  /// Returns a random timeline: a few values, at few different times, so that many of them share an
  /// instant; it finishes, fails, or stays open.
  public static func random(
    upTo count: Int = 8, using random: inout SplitMix64, value: (inout SplitMix64) -> Output
  ) -> Timeline {
    var time = Int64(0)
    var events: [Event] = []
    for _ in 0..<Int.random(in: 0...max(0, count), using: &random) {
      time += Int64([0, 0, 1, 1, 2, 5].randomElement(using: &random) ?? 0)
      events.append(.value(value(&random), at: .seconds(time)))
    }
    time += Int64([0, 1, 3].randomElement(using: &random) ?? 0)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: events.append(.failure("broken", at: .seconds(time)))
    default: events.append(.finished(at: .seconds(time)))
    }
    return Timeline(events)
  }
}

extension Timeline<Int> {
  /// Returns a random timeline of the numbers 0 to 9.
  public static func random(upTo count: Int = 8, using random: inout SplitMix64) -> Timeline {
    .random(upTo: count, using: &random) { Int.random(in: 0...9, using: &$0) }
  }
}

extension Value {
  /// Returns a random JSON value: edge cases of numbers, texts that need escapes, and a few levels
  /// of containers.
  public static func random(depth: Int = 3, using random: inout SplitMix64) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .int(Int64.random(in: -3...12, using: &random))
    case 3: return .int([.min, .max, 0, -1].randomElement(using: &random) ?? 0)
    case 4:
      let doubles = [0.5, -1.0, 1e300, .leastNonzeroMagnitude, 0.1, 4.0]
      return .double(doubles.randomElement(using: &random) ?? 0)
    case 5:
      let texts = ["", "a", "1", "\"", "\\", "\u{0}", "日本", "👩‍👩‍👧", "e\u{301}"]
      return .string(Text(texts.randomElement(using: &random) ?? ""))
    case 6:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let keys = ["a", "b", "c"].prefix(Int.random(in: 0...3, using: &random))
      return .object(
        Object(
          keys.map { Member(key: Text($0), value: .random(depth: depth - 1, using: &random)) }))
    }
  }
}

extension StreamModel<Value> {
  /// Returns a random pipeline: a diagram of a few numbers, and operators of all kinds with the
  /// parameters of their own examples. It plays, and may fail.
  ///
  /// - Parameter operators: The names of the operators to use; nil for all but `print`.
  public static func random(
    operators names: [String]? = nil, upTo count: Int = 3, using random: inout SplitMix64
  ) -> StreamModel<Value> {
    let marbles = MarbleDrawing.text(of: .random(using: &random))
    var model = StreamModel(source: .marbles(MarbleSource(marbles)))
    for _ in 0..<Int.random(in: 0...max(0, count), using: &random) {
      guard let step = step(of: names, using: &random) else { continue }
      var longer = model
      longer.operators.append(step)
      // An operator whose expression does not fit the values is left out: such a file does not
      // play.
      do throws(Diagnostics) {
        _ = try longer.publisher(on: VirtualScheduler())
        model = longer
      } catch {
        continue
      }
    }
    return model
  }

  /// Returns one operator, with the parameters of one of its examples.
  private static func step(
    of names: [String]?, using random: inout SplitMix64
  ) -> Operator? {
    let specs = Operator.specs.filter { spec in
      names.map { $0.contains(spec.name) } ?? (spec.name != "print")
    }
    guard let spec = specs.randomElement(using: &random),
      let example = spec.examples.randomElement(using: &random)
    else { return nil }
    let text = "{\"\(spec.name)\": \(example.parameters)}"
    do {
      let step = try JSONReader.value(of: SourceText(name: "example", text)).value
      return try ValueDecoder().decode(Operator.self, from: step)
    } catch {
      preconditionFailure("the example \(text) is no operator: \(error)")
    }
  }
}

/// Draws timelines of digits as diagrams.
private enum MarbleDrawing {
  static func text(of timeline: Timeline<Int>) -> String {
    do {
      return try MarbleText(timeline, symbol: { "\($0)" }).text
    } catch {
      preconditionFailure("a random timeline has no marbles: \(error)")
    }
  }
}

/// Random numbers that are the same for the same seed, on every machine and in every version: the
/// same generator that dependencies use.
public typealias SplitMix64 = SeededGenerator
