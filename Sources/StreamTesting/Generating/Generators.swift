public import Composable
public import Marbles
public import Pipelines
import Reactive
public import Values

extension Timeline {
  /// Returns a random timeline: a few values, at few different times, so that many of them share an
  /// instant. It completes, fails, or stays open.
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
  /// Returns a random JSON value: edge cases of numbers, strings that need escapes, and a few
  /// levels of containers.
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
  /// Returns a random pipeline: a diagram of a few numbers, or a few instants of a schedule, and
  /// operators of all kinds with the parameters of their examples. Some of the times are
  /// written as strings. The pipeline can be played, and may fail.
  ///
  /// - Parameter operators: The names of the operators to use; nil for all except `print`.
  public static func random(
    operators names: [String]? = nil, upTo count: Int = 3, using random: inout SplitMix64
  ) -> StreamModel<Value> {
    var model = source(using: &random)
    for _ in 0..<Int.random(in: 0...max(0, count), using: &random) {
      guard let step = step(of: names, using: &random) else { continue }
      var longer = model
      longer.operators.append(step)
      // An operator whose expression does not fit the values is left out, because such a file
      // cannot be played.
      do throws(Diagnostics) {
        _ = try longer.publisher(on: VirtualScheduler())
        model = longer
      } catch {
        continue
      }
    }
    return model
  }

  /// Returns a diagram, or sometimes the first instants of a schedule, which would not complete by
  /// itself.
  private static func source(using random: inout SplitMix64) -> StreamModel<Value> {
    guard Int.random(in: 0..<8, using: &random) == 0 else {
      let marbles = MarbleDrawing.text(of: .random(using: &random))
      return StreamModel(source: .marbles(MarbleSource(marbles)))
    }
    let fields = ["* * * * *", "*/2 * * * *", "1 0 * * *", "@hourly"]
    let zone = [nil, "UTC", "+01:00"].randomElement(using: &random) ?? nil
    return StreamModel(
      source: .cron(CronSource(fields.randomElement(using: &random) ?? "@daily", zone: zone)),
      operators: [.prefix(count: Int.random(in: 0...3, using: &random))])
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
    do {
      let source = SourceText(name: "example", example.parameters)
      let parameters = respelled(try JSONReader.value(of: source).value, of: spec, using: &random)
      return try ValueDecoder().decode(
        Operator.self, from: .object(Object([Member(key: Text(spec.name), value: parameters)])))
    } catch {
      preconditionFailure("the example \(example.parameters) is not an operator: \(error)")
    }
  }

  /// Writes some of the seconds among an operator's parameters as strings.
  private static func respelled(
    _ parameters: Value, of spec: OperatorSpec, using random: inout SplitMix64
  ) -> Value {
    guard case .object(let object) = parameters else { return parameters }
    let members = object.members.map { member -> Member in
      let parameter = spec.parameters.first { $0.name == member.key.string }
      guard parameter?.kind == .duration, case .int(let seconds) = member.value,
        Bool.random(using: &random)
      else { return member }
      let texts = ["\(seconds)s", "0m\(seconds)s", "\(seconds * 1000)ms"]
      return Member(
        key: member.key, value: .string(Text(texts.randomElement(using: &random) ?? texts[0])))
    }
    return .object(Object(members))
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

/// Random numbers that are the same for the same seed, on every machine and in every version. It is
/// the same generator that dependencies use.
public typealias SplitMix64 = SeededGenerator
