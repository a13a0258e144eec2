import Values

@testable import Expressions
@testable import RegularExpressions

extension Oracle {
  mutating func call(
    _ name: String, _ operands: [SyntaxTree.Index], isMember: Bool
  ) -> Thing? {
    // The number of a function's arguments does not depend on a value.
    let overloads = FunctionTable.function(Text(name))?.overloads ?? []
    guard overloads.contains(where: { $0.isMember == isMember && $0.takes(operands.count) }) else {
      return nil
    }
    // A value that is not needed may fail.
    if name == "or" || name == "orValue" {
      guard case .optional(let wrapped)? = evaluate(operands[0]) else { return nil }
      if let wrapped { return name == "or" ? .optional(wrapped) : wrapped }
      guard let other = evaluate(operands[1]) else { return nil }
      if name == "or" { guard case .optional = other else { return nil } }
      return other
    }
    let values = operands.map { evaluate($0) }
    let arguments = values.compactMap { $0 }
    guard arguments.count == values.count else { return nil }
    if name.hasPrefix("regex.") { return regex(name, arguments) }
    if name.hasPrefix("math.") { return math(String(name.dropFirst(5)), arguments) }
    guard let first = arguments.first else {
      return name == "optional.none" ? .optional(nil) : nil
    }
    switch first {
    case .string(let scalars):
      if let result = call(name, scalars, Array(arguments.dropFirst())) { return result }
    case .list(let elements):
      if let result = call(name, elements, Array(arguments.dropFirst())) { return result }
    case .timestamp(let time):
      if let field = Timestamp.Field(rawValue: name) {
        guard arguments.count == 2 else { return .int(time.value(of: field)) }
        guard let zone = arguments[1].string else { return nil }
        return (try? Zone(Text(zone))).map { .int(time.value(of: field, in: $0)) }
      }
    case .map(let entries):
      if let result = call(name, entries, Array(arguments.dropFirst())) { return result }
    case .duration(let span):
      if let field = TimeSpan.Field(rawValue: name) { return .int(span.value(of: field)) }
    default: break
    }
    return arguments.count == 1 ? convert(name, first) : nil
  }

  private func convert(_ name: String, _ value: Thing) -> Thing? {
    switch (name, value) {
    case ("dyn", _): value
    case ("type", _): .type(value.typeName)
    case ("size", .map(let entries)): .int(Int64(entries.count))
    case ("double", .int(let number)): .double(Double(number))
    case ("double", .double), ("int", .int), ("string", .string), ("bool", .bool): value
    case ("int", .double(let number)): abs(number) < 0x1p63 ? .int(Int64(number)) : nil
    case ("double", .duration(let span)): .double(Double(span.nanoseconds) / 1e9)
    case ("timestamp", .double(let number)): timestamp(number)
    case ("string", .int(let number)): Thing("\(number)")
    case ("string", .bool(let flag)): Thing("\(flag)")
    case ("string", .double(let number)): Thing(number.text)
    case ("string", .timestamp(let time)): Thing(time.text)
    case ("string", .duration(let span)): Thing(span.text)
    case ("int", .timestamp(let time)): .int(time.seconds)
    case ("int", .string): value.string.flatMap { Int64($0) }.map { .int($0) }
    case ("timestamp", .timestamp), ("duration", .duration): value
    case ("timestamp", .int(let seconds)):
      (try? Timestamp(seconds: seconds)).map { .timestamp($0) }
    case ("timestamp", .string):
      value.string.flatMap { try? Timestamp(Text($0)) }.map { .timestamp($0) }
    case ("duration", .string):
      value.string.flatMap { try? TimeSpan(Text($0)) }.map { .duration($0) }
    case ("lists.range", .int(let count)):
      count < 0 || count > 1_000 ? nil : .list((0..<count).map { .int($0) })
    case ("double", .string):
      value.string.flatMap { text in
        text.contains { $0.isLetter && !"eE".contains($0) } ? nil : Double(text)
      }.map { .double($0) }
    case ("bool", .string):
      ["1", "t", "T", "true", "TRUE", "True"].contains(value.string)
        ? .bool(true)
        : ["0", "f", "F", "false", "FALSE", "False"].contains(value.string) ? .bool(false) : nil
    case ("strings.quote", .string(let scalars)): quote(scalars)
    case ("optional.of", _): .optional(value)
    case ("optional.ofNonZeroValue", _): .optional(isZero(value) ? nil : value)
    case ("hasValue", .optional(let wrapped)): .bool(wrapped != nil)
    case ("value", .optional(let wrapped)): wrapped
    default: nil
    }
  }

  private func isZero(_ value: Thing) -> Bool {
    switch value {
    case .null: true
    case .bool(let flag): !flag
    case .int, .double: value.number == 0
    case .string(let scalars): scalars.isEmpty
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    case .optional(let wrapped): wrapped == nil
    case .duration(let span): span.nanoseconds == 0
    case .timestamp(let time): time.seconds == 0 && time.nanoseconds == 0
    case .type: false
    }
  }
}

// MARK: - Strings

extension Oracle {
  private func call(_ name: String, _ text: [Unicode.Scalar], _ rest: [Thing]) -> Thing? {
    let other = rest.first.flatMap { scalars($0) }
    let position = rest.first?.int.flatMap { index($0, of: text) }
    switch name {
    case "size": return .int(Int64(text.count))
    case "parseNumber": return .optional(number(Thing.string(text).string ?? ""))
    case "parseKeyValues": return keyValues(Thing.string(text).string ?? "")
    case "timestamp": return timestamp(Thing.string(text).string ?? "", rest)
    case "trim": return trim(text)
    case "format": return rest.first?.list.flatMap { format(text, $0) }
    case "matches":
      guard let other, let pattern = try? Pattern(Thing.string(other).string ?? "") else {
        return nil
      }
      return .bool(pattern.matches(Text(Thing.string(text).string ?? "")))
    case "startsWith": return other.map { .bool(text.starts(with: $0)) }
    case "endsWith": return other.map { .bool(text.reversed().starts(with: $0.reversed())) }
    case "contains": return other.map { .bool(!matches(of: $0, in: text).isEmpty) }
    case "charAt": return position.map { .string(Array(text[$0...].prefix(1))) }
    case "reverse": return .string(text.reversed())
    case "lowerAscii", "upperAscii": return Thing(cased(text, isLower: name == "lowerAscii"))
    case "substring":
      let end = rest.count == 2 ? rest[1].int.flatMap { index($0, of: text) } : text.count
      guard let position, let end, position <= end else { return nil }
      return .string(Array(text[position..<end]))
    case "indexOf":
      let start = rest.count == 2 ? rest[1].int.flatMap { index($0, of: text) } : 0
      guard let other, let start else { return nil }
      return .int(Int64(matches(of: other, in: text).first { $0 >= start } ?? -1))
    case "lastIndexOf":
      let end = rest.count == 2 ? rest[1].int.flatMap { index($0, of: text) } : text.count
      guard let other, let end else { return nil }
      return .int(Int64(matches(of: other, in: text).last { $0 <= end } ?? -1))
    case "split":
      guard let other, rest.count == 1 || rest[1].int != nil else { return nil }
      return .list(split(text, by: other, limit: rest.count == 2 ? rest[1].int : nil))
    case "replace":
      guard rest.count >= 2, let other, let replacement = scalars(rest[1]),
        rest.count == 2 || rest[2].int != nil
      else { return nil }
      return .string(
        replace(text, other, replacement, limit: rest.count == 3 ? rest[2].int : nil))
    default: return nil
    }
  }

  private func scalars(_ value: Thing) -> [Unicode.Scalar]? {
    if case .string(let scalars) = value { scalars } else { nil }
  }

  private func index(_ number: Int64, of text: [Unicode.Scalar]) -> Int? {
    (0...Int64(text.count)).contains(number) ? Int(number) : nil
  }

  /// Returns all places where a part occurs, including overlapping ones.
  private func matches(of part: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Int] {
    (0...text.count).filter { text[$0...].starts(with: part) }
  }

  private func cased(_ text: [Unicode.Scalar], isLower: Bool) -> String {
    text.map { scalar in
      guard scalar.isASCII else { return String(Character(scalar)) }
      return isLower
        ? String(Character(scalar)).lowercased() : String(Character(scalar)).uppercased()
    }.joined()
  }

  private func split(
    _ text: [Unicode.Scalar], by separator: [Unicode.Scalar], limit: Int64?
  ) -> [Thing] {
    if limit == 0 { return [] }
    let limit = limit.map { $0 < 0 ? Int64.max : $0 } ?? .max
    var parts: [[Unicode.Scalar]] = []
    var part: [Unicode.Scalar] = []
    var position = 0
    while position < text.count {
      let isCut = !separator.isEmpty && text[position...].starts(with: separator)
      if isCut, Int64(parts.count) < limit - 1 {
        parts.append(part)
        part = []
        position += separator.count
        continue
      }
      if separator.isEmpty, !part.isEmpty, Int64(parts.count) < limit - 1 {
        parts.append(part)
        part = []
      }
      part.append(text[position])
      position += 1
    }
    if !separator.isEmpty || !part.isEmpty { parts.append(part) }
    return parts.map { .string($0) }
  }

  private func replace(
    _ text: [Unicode.Scalar], _ part: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int64?
  ) -> [Unicode.Scalar] {
    var left = limit.map { $0 < 0 ? Int64.max : $0 } ?? .max
    var result: [Unicode.Scalar] = []
    var position = 0
    while position <= text.count {
      if left > 0, text[position...].starts(with: part) {
        left -= 1
        result += other
        position += part.count
        if !part.isEmpty { continue }
      }
      if position < text.count { result.append(text[position]) }
      position += 1
    }
    return result
  }
}
