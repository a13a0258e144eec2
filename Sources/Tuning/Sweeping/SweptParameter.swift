import Expressions
import StreamModels
import Values

/// A parameter that a sweep varies, with its values in the form of `--set`.
public struct SweptParameter: Sendable, Equatable {
  /// The name of the parameter, without the `$`.
  public let name: String
  /// Its values, in order.
  public let values: [String]

  /// The maximum number of values of one parameter.
  private static let limit = 100_000

  /// Creates a parameter from its values.
  public init(_ name: String, _ values: [String]) {
    (self.name, self.values) = (name, values)
  }

  /// Reads the values of a parameter: a list with commas (`10s,30s,60s`), a JSON list
  /// (`["a,b", "c"]`), or a range with a step (`3..5`, `10s..60s/10s`, `0.5..2/0.5`).
  ///
  /// The step of whole numbers is 1 if it is left out. The last value is at most the upper bound.
  public init(_ name: String, parsing text: String) throws(SweepMistake) {
    if text.hasPrefix("[") {
      self.init(name, try Self.list(text))
    } else if let range = try Self.range(text) {
      self.init(name, range)
    } else {
      let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " })
      }
      self.init(name, values)
    }
    guard !values.isEmpty, !values.contains("") || values.count > 1 else {
      throw SweepMistake("'\(text)' has no values", hint: "write a list such as 10s,30s,60s")
    }
  }

  private static func list(_ text: String) throws(SweepMistake) -> [String] {
    do throws(ReadError) {
      guard case .array(let elements) = try JSONReader.value(of: SourceText(name: "", text)).value
      else { return [] }
      return elements.map { element in
        if case .string(let text) = element { text.string } else { element.description }
      }
    } catch {
      throw SweepMistake("'\(text)' is not a JSON list", hint: #"write ["a", "b"]"#)
    }
  }

  /// Returns the values of a range; nil if the text is not one.
  private static func range(_ text: String) throws(SweepMistake) -> [String]? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let halves = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let first = Bound(halves[0]), let last = Bound(parts[0]) else {
      return nil
    }
    let step = parts.count == 2 ? Bound(parts[1]) : first.isWhole && last.isWhole ? .one : nil
    guard let step, step.nanoseconds > 0 else {
      throw SweepMistake(
        "'\(text)' is a range without a step", hint: "write '\(halves[0])..\(parts[0])/STEP'")
    }
    guard first.isDuration == last.isDuration, !first.isDuration || step.isDuration else {
      throw SweepMistake(
        "'\(text)' has durations and numbers",
        hint: "write the bounds all with a unit, or all without")
    }
    guard first.nanoseconds <= last.nanoseconds else {
      throw SweepMistake(
        "'\(text)' ends before it begins", hint: "write the lower bound first")
    }
    guard (last.nanoseconds - first.nanoseconds) / step.nanoseconds < Int64(limit) else {
      throw SweepMistake("'\(text)' has more than \(limit) values", hint: "use a greater step")
    }
    return stride(from: first.nanoseconds, through: last.nanoseconds, by: Int(step.nanoseconds))
      .map { first.text(of: $0) }
  }

  /// A bound of a range, in billionths of its unit.
  private struct Bound {
    let nanoseconds: Int64
    /// The last unit of a duration, and its nanoseconds; nil for a number.
    let unit: (name: String, nanoseconds: Int64)?
    let isWhole: Bool

    var isDuration: Bool { unit != nil }

    static let one = Bound(nanoseconds: 1_000_000_000, unit: nil, isWhole: true)

    private init(nanoseconds: Int64, unit: (String, Int64)?, isWhole: Bool) {
      (self.nanoseconds, self.unit, self.isWhole) = (nanoseconds, unit, isWhole)
    }

    init?(_ text: String) {
      if let number = DecimalNumber(text), let nanoseconds = number.nanoseconds {
        self.init(nanoseconds: nanoseconds, unit: nil, isWhole: number.isWrittenAsInteger)
      } else if let seconds = Seconds(text) {
        let name = String(text.reversed().prefix { $0.isLetter }.reversed())
        let unit = Seconds("1\(name)")?.nanoseconds ?? 1_000_000_000
        self.init(nanoseconds: seconds.nanoseconds, unit: (name, unit), isWhole: false)
      } else {
        return nil
      }
    }

    /// Returns a value of the range in the form of `--set`.
    func text(of nanoseconds: Int64) -> String {
      guard let unit else { return Self.decimal(nanoseconds) }
      return nanoseconds % unit.nanoseconds == 0
        ? "\(nanoseconds / unit.nanoseconds)\(unit.name)" : "\(Self.decimal(nanoseconds))s"
    }

    private static func decimal(_ nanoseconds: Int64) -> String {
      let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      guard rest != 0 else { return "\(whole)" }
      let sign = nanoseconds < 0 && whole == 0 ? "-" : ""
      let decimals = String(String(rest.magnitude + 1_000_000_000).dropFirst())
      let digits = decimals.reversed().drop { $0 == "0" }.reversed()
      return "\(sign)\(whole).\(String(digits))"
    }
  }
}

/// A mistake in what a sweep varies or measures.
public struct SweepMistake: Error, Equatable {
  /// The mistake in words.
  public let message: String
  /// A way out.
  public let hint: String?

  package init(tooMany points: Int, hint: String) {
    self.init("there are \(points) points, at most \(Sweep.limit) are played", hint: hint)
  }

  init(_ message: String, hint: String?) { (self.message, self.hint) = (message, hint) }
}
