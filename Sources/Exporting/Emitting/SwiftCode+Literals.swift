import StreamModels
import Values

extension SwiftCode {
  /// The maximum depth of a literal. Swift's own compiler does not accept much deeper ones.
  static let literalDepth = 100

  /// Returns a literal for a value where a `Value` is expected; nil if it is nested too deeply.
  static func value(_ value: Value, depth: Int = 0) -> SwiftCode? {
    guard depth < literalDepth else { return nil }
    switch value {
    case .null: return .atom(".null")
    case .bool(let bool): return .atom("\(bool)")
    case .int(let int): return .atom(grouped(int))
    case .double(let double): return .atom("\(double)")
    case .string(let text): return .string(text.string)
    case .array(let elements):
      let codes = elements.compactMap { Self.value($0, depth: depth + 1) }
      return codes.count == elements.count ? .array(codes) : nil
    case .object(let object):
      var codes: [SwiftCode] = []
      for member in object.members {
        guard let code = Self.value(member.value, depth: depth + 1) else { return nil }
        codes.append(.joined([.string(member.key.string), .atom(": "), code]))
      }
      return codes.isEmpty ? .atom("[:]") : .array(codes)
    }
  }

  /// Returns a duration in the largest unit of which it is a whole number.
  static func duration(_ nanoseconds: Int64) -> SwiftCode {
    let units = [("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000)]
    if nanoseconds == 0 { return .atom(".zero") }
    for (name, unit) in units where nanoseconds % Int64(unit) == 0 {
      return .atom(".\(name)(\(grouped(nanoseconds / Int64(unit))))")
    }
    return .atom(".nanoseconds(\(grouped(nanoseconds)))")
  }

  /// Returns the digits of an int, in groups if there are many.
  package static func grouped(_ int: Int64) -> String {
    let digits = Array("\(int.magnitude)")
    guard digits.count > 6 else { return "\(int)" }
    var text = int < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
      text.append(digit)
    }
    return text
  }

  static func duration(_ seconds: Seconds) -> SwiftCode { duration(seconds.nanoseconds) }
}
