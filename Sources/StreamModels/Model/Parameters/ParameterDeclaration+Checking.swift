import Expressions
package import Values

extension ParameterDeclaration {
  /// The mistake in a value: a code, a message, and a hint.
  package struct Mistake: Error {
    package let code: DiagnosticCode
    package let message: String
    package var hint: String?
  }

  /// Checks a value that is to be set: its type, its bounds, and whether it is one of the allowed
  /// values. An expression and a stream are checked where they are used.
  package func check(_ value: Value) throws(Mistake) {
    let kind = kind(of: value)
    try checkType(of: value, as: kind)
    if let minimum, Self.isLess(value, minimum, as: kind) {
      throw Mistake(
        code: .invalidValue,
        message: "\(value.spelling) for '\(name)', expected \(minimum.spelling) or more")
    }
    if let maximum, Self.isLess(maximum, value, as: kind) {
      throw Mistake(
        code: .invalidValue,
        message: "\(value.spelling) for '\(name)', expected \(maximum.spelling) or less")
    }
    if let oneOf, !oneOf.contains(where: { Self.isSame($0, value, as: kind) }) {
      let texts = oneOf.map(\.spelling)
      let list = texts.count < 2 ? texts.joined() : Suggestion.choice(of: texts)
      throw Mistake(
        code: .invalidValue, message: "\(value.spelling) for '\(name)', expected \(list)",
        hint: Suggestion.hint(for: value.bareSpelling, among: oneOf.map(\.bareSpelling)))
    }
  }

  /// Returns the type with which a value is set. If a parameter is declared only by a number of
  /// seconds, it may be set to any duration.
  package func kind(of value: Value) -> Kind {
    // A parameter whose value is only another parameter has the type of that one.
    if statedKind == nil, self.value?.reference != nil { return Kind(of: value) }
    guard statedKind == nil, kind == .int || kind == .number, case .string(let text) = value,
      Seconds(text.string) != nil
    else { return kind }
    return .duration
  }

  private func checkType(of value: Value, as kind: Kind) throws(Mistake) {
    switch (kind, value) {
    case (.bool, .bool), (.int, .int), (.number, .int), (.number, .double), (.string, .string),
      (.any, _), (.expression, .string), (.stream, .string), (.stream, .object):
      return
    case (.duration, .int), (.duration, .double), (.duration, .string):
      return try checkDuration(value)
    default:
      throw Mistake(
        code: .wrongType, message: "\(value.spelling) for '\(name)', expected \(kind.phrase)",
        hint: wayOut(for: value))
    }
  }

  private func checkDuration(_ value: Value) throws(Mistake) {
    if case .string(let text) = value {
      do throws(DurationText.Mistake) {
        _ = try Seconds(text: text.string)
      } catch {
        throw Mistake(
          code: .invalidValue,
          message: error.message(about: text.string.abbreviated, for: name),
          hint: error.hint)
      }
    } else if Self.nanoseconds(of: value) == nil {
      throw Mistake(
        code: .invalidValue,
        message: "\(value.spelling) for '\(name)', expected a duration of at least 0")
    }
  }

  private func wayOut(for value: Value) -> String? {
    switch (kind, value) {
    case (.int, .double(let double)) where double.rounded() == double: "write it without a fraction"
    case (.int, .double) where statedKind == nil: #"declare it with "type": "number""#
    case (.int, .string(let text)), (.number, .string(let text)):
      DecimalNumber(text.string) == nil ? nil : "write it without quotes"
    case (.bool, .string(let text)) where ["true", "false"].contains(text.string):
      "write it without quotes"
    case (.string, .int), (.string, .double), (.string, .bool): "put it in double quotes"
    case (.expression, .int), (.expression, .double), (.expression, .bool):
      "put it in double quotes"
    default: nil
    }
  }

  /// Returns the nanoseconds of a duration; nil if the value is not a duration.
  package static func nanoseconds(of value: Value) -> Int64? {
    let found: Int64? =
      switch value {
      case .string(let text): Seconds(text.string)?.nanoseconds
      case .int(let int): DecimalNumber("\(int)")?.nanoseconds
      case .double(let double): DecimalNumber(double)?.nanoseconds
      default: nil
      }
    return found.flatMap { $0 >= 0 && $0 < .max ? $0 : nil }
  }

  private static func isLess(_ left: Value, _ right: Value, as kind: Kind) -> Bool {
    switch (left, right) {
    case _ where kind == .duration:
      (nanoseconds(of: left) ?? 0) < (nanoseconds(of: right) ?? 0)
    case (.int(let left), .int(let right)): left < right
    default: (left.double ?? 0) < (right.double ?? 0)
    }
  }

  private static func isSame(_ left: Value, _ right: Value, as kind: Kind) -> Bool {
    switch (left, right) {
    case _ where kind == .duration: nanoseconds(of: left) == nanoseconds(of: right)
    case (.int, .double), (.double, .int): left.double == right.double
    default: left == right
    }
  }
}

extension Value {
  fileprivate var double: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }

  /// The JSON text; for a string, without its quotes.
  fileprivate var bareSpelling: String {
    if case .string(let text) = self { text.string.abbreviated } else { spelling }
  }

  /// The JSON text, abbreviated, for a message.
  package var spelling: String {
    String(decoding: JSONWriter.text(of: self), as: UTF8.self).abbreviated
  }
}

extension String {
  /// The name of a parameter in a string that consists only of `$` and the name; nil for any other
  /// string.
  package var parameterName: String? {
    guard hasPrefix("$") else { return nil }
    let name = String(dropFirst())
    return name.isIdentifier ? name : nil
  }
}
