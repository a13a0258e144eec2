package import Values

/// The values that are simpler than another one by one step.
package enum ValueSimplification {
  /// Returns simpler values, the simplest first. Each is smaller by a measure that has no endless
  /// chains, so that repeating this ends.
  package static func simplerValues(than value: Value) -> [Value] {
    switch value {
    case .null, .bool(false): []
    case .bool(true): [.bool(false)]
    case .int(let number): simplerIntegers(than: number).map { .int($0) }
    case .double(let number): simplerDoubles(than: number).map { .double($0) }
    case .string(let text): simplerStrings(than: text.string).map { .string(Text($0)) }
    case .array(let elements): simplerArrays(than: Array(elements))
    case .object(let object): simplerObjects(than: object)
    }
  }

  /// Zero, one, the number with fewer digits that are not zero, and parts of it.
  private static func simplerIntegers(than number: Int64) -> [Int64] {
    guard number != 0 else { return [] }
    var found: [Int64] = [0]
    if number > 1 || number < 0 { found.append(1) }
    var power: Int64 = 1
    var rounded: [Int64] = []
    while power <= Int64.max / 10, power.magnitude * 10 <= number.magnitude {
      power *= 10
      let round = number / power * power
      if round != number { rounded.append(round) }
    }
    let smaller = rounded.reversed() + [number / 10, number / 2]
    return smaller.reduce(into: found) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func simplerDoubles(than number: Double) -> [Double] {
    guard number != 0, number.isFinite else { return number == 0 ? [] : [0] }
    var found: [Double] = [0]
    for scale in [1.0, 10, 100, 1000] {
      let rounded = (number * scale).rounded(.towardZero) / scale
      if rounded != number, rounded != 0, !found.contains(rounded) { found.append(rounded) }
    }
    if number == number.rounded(), let whole = Int64(exactly: number) {
      found += simplerIntegers(than: whole).map(Double.init).filter { !found.contains($0) }
    }
    return found
  }

  /// The empty string, a shorter one and, for a date with a time, one with rounder numbers.
  private static func simplerStrings(than text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let dates = rounderDates(than: text)
    if !dates.isEmpty { return dates }
    var found = [""]
    if text.count > 1 {
      found.append(String(text.prefix(1)))
      found.append(String(text.prefix(text.count / 2)))
      found.append(String(text.dropLast()))
    }
    return found.filter { $0 != text }.reduce(into: []) { unique, other in
      if !unique.contains(other) { unique.append(other) }
    }
  }

  /// Returns a date and time such as `2026-01-02T03:04:05.678Z` without its fraction, without its
  /// seconds, and without its minutes. Empty for other strings.
  private static func rounderDates(than text: String) -> [String] {
    let bytes = Array(text.utf8)
    let form = Array("dddd-dd-dd?dd:dd:dd".utf8)
    guard bytes.count >= form.count,
      zip(form, bytes).allSatisfy({ wanted, byte in
        switch wanted {
        case UInt8(ascii: "d"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        case UInt8(ascii: "?"): true
        default: wanted == byte
        }
      })
    else { return [] }
    let zone = text.dropFirst(form.count).drop { $0 == "." || $0.isNumber }
    let (day, hour, minute) = (text.prefix(11), text.prefix(13), text.prefix(16))
    return [
      "\(day)00:00:00\(zone)", "\(hour):00:00\(zone)", "\(minute):00\(zone)",
      "\(text.prefix(19))\(zone)",
    ].filter { $0 != text }.reduce(into: []) { unique, other in
      if !unique.contains(other) { unique.append(other) }
    }
  }

  private static func simplerArrays(than elements: [Value]) -> [Value] {
    guard !elements.isEmpty else { return [] }
    var found: [Value] = [.array([])]
    if elements.count > 1 { found.append(.array(Array(elements.prefix(elements.count / 2)))) }
    for index in elements.indices {
      if elements.count > 1 {
        found.append(.array(Array(elements[..<index] + elements[(index + 1)...])))
      }
      for simpler in simplerValues(than: elements[index]) {
        var changed = elements
        changed[index] = simpler
        found.append(.array(changed))
      }
    }
    return found
  }

  private static func simplerObjects(than object: Object) -> [Value] {
    let members = Array(object.members)
    var found: [Value] = []
    for index in members.indices {
      found.append(.object(Object(Array(members[..<index] + members[(index + 1)...]))))
    }
    for index in members.indices {
      for simpler in simplerValues(than: members[index].value) {
        var changed = members
        changed[index].value = simpler
        found.append(.object(Object(changed)))
      }
    }
    return found
  }
}
