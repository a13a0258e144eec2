import Values

@testable import Expressions

extension Oracle {
  mutating func call(
    _ name: String, _ operands: [SyntaxTree.Index], isMember: Bool
  ) -> Thing? {
    // How many arguments there are to a function is nothing that a value decides.
    let overloads = FunctionTable.function(Text(name))?.overloads ?? []
    guard overloads.contains(where: { $0.isMember == isMember && $0.takes(operands.count) }) else {
      return nil
    }
    // What is not needed may fail.
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
        return (try? UTCOffset(Text(zone))).map { .int(time.value(of: field, at: $0)) }
      }
    case .duration(let span):
      if let field = TimeSpan.Field(rawValue: name) { return .int(span.value(of: field)) }
    default: break
    }
    return convert(name, first)
  }

  private func convert(_ name: String, _ value: Thing) -> Thing? {
    switch (name, value) {
    case ("dyn", _): value
    case ("type", _): .type(value.typeName)
    case ("size", .map(let entries)): .int(Int64(entries.count))
    case ("double", .int(let number)): .double(Double(number))
    case ("double", .double), ("int", .int), ("string", .string), ("bool", .bool): value
    case ("int", .double(let number)): abs(number) < 0x1p63 ? .int(Int64(number)) : nil
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

  /// All places where a part stands, also overlapping ones.
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

// MARK: - Lists and numbers

extension Oracle {
  private func call(_ name: String, _ elements: [Thing], _ rest: [Thing]) -> Thing? {
    switch name {
    case "size": return .int(Int64(elements.count))
    case "reverse": return .list(elements.reversed())
    case "optional.unwrap", "unwrapOpt":
      var values: [Thing] = []
      for element in elements {
        guard case .optional(let wrapped) = element else { return nil }
        if let wrapped { values.append(wrapped) }
      }
      return .list(values)
    case "first": return .optional(elements.first)
    case "last": return .optional(elements.last)
    case "sort": return sorted(elements, by: elements)
    case "isSorted":
      for (element, next) in zip(elements, elements.dropFirst()) {
        guard let isLess = Thing.isLess(next, element) else { return nil }
        if isLess { return .bool(false) }
      }
      return .bool(true)
    case "distinct":
      return .list(
        elements.reduce(into: []) { kept, element in
          if !kept.contains(where: { Thing.areEqual($0, element) }) { kept.append(element) }
        })
    case "min", "max": return extreme(elements, isLeast: name == "min")
    case "indexOf", "lastIndexOf":
      guard rest.count == 1, let wanted = rest.first else { return nil }
      let found = elements.indices.filter { Thing.areEqual(elements[$0], wanted) }
      return .int(Int64((name == "indexOf" ? found.first : found.last) ?? -1))
    case "slice":
      guard rest.count == 2, let start = rest[0].int, let end = rest[1].int, start >= 0,
        start <= end, end <= elements.count
      else { return nil }
      return .list(Array(elements[Int(start)..<Int(end)]))
    case "flatten":
      guard let depth = rest.isEmpty ? 1 : rest[0].int, depth >= 0 else { return nil }
      return .list(flatten(elements, depth))
    case "join":
      let parts = elements.map(\.string)
      guard let separator = rest.isEmpty ? "" : rest[0].string, !parts.contains(nil) else {
        return nil
      }
      return Thing(parts.compactMap { $0 }.joined(separator: separator))
    case "sum":
      guard elements.allSatisfy({ $0.number != nil }) else { return nil }
      return elements.dropFirst().reduce(elements.first ?? .int(0)) { sum, element in
        sum.flatMap { apply(.arithmetic(.add), $0, element) }
      }
    default: return nil
    }
  }

  private func flatten(_ elements: [Thing], _ depth: Int64) -> [Thing] {
    elements.flatMap { element -> [Thing] in
      guard depth > 0, let inner = element.list else { return [element] }
      return flatten(inner, depth - 1)
    }
  }

  private func extreme(_ elements: [Thing], isLeast: Bool) -> Thing? {
    guard var best = elements.first else { return nil }
    for element in elements {
      let isBetter = isLeast ? Thing.isLess(element, best) : Thing.isLess(best, element)
      guard let isBetter else { return nil }
      if isBetter { best = element }
    }
    return best
  }

  private func math(_ name: String, _ arguments: [Thing]) -> Thing? {
    switch (name, arguments[0], arguments.count) {
    case ("greatest", .list(let elements), 1), ("least", .list(let elements), 1):
      return elements.allSatisfy { $0.number != nil }
        ? extreme(elements, isLeast: name == "least") : nil
    case ("greatest", _, _), ("least", _, _):
      return arguments.allSatisfy { $0.number != nil }
        ? extreme(arguments, isLeast: name == "least") : nil
    case ("abs", .int(let number), 1): return number == .min ? nil : .int(abs(number))
    case ("abs", .double(let number), 1): return .double(abs(number))
    case ("sign", .int(let number), 1): return .int(number.signum())
    case ("sign", .double(let number), 1):
      return .double(number > 0 ? 1 : number < 0 ? -1 : number)
    case ("ceil", .double(let number), 1): return .double(number.rounded(.up))
    case ("floor", .double(let number), 1): return .double(number.rounded(.down))
    case ("round", .double(let number), 1):
      return .double(number.rounded(.toNearestOrAwayFromZero))
    case ("trunc", .double(let number), 1): return .double(number.rounded(.towardZero))
    case ("sqrt", .int, 1), ("sqrt", .double, 1):
      return arguments[0].number.map { .double($0.squareRoot()) }
    case ("isNaN", .double(let number), 1): return .bool(number != number)
    case ("isInf", .double(let number), 1): return .bool(abs(number) == .infinity)
    case ("isFinite", .double(let number), 1): return .bool(abs(number) < .infinity)
    case ("bitXor", .int(let left), 2): return arguments[1].int.map { .int(left ^ $0) }
    case ("bitNot", .int(let left), 1): return .int(-1 - left)
    case ("bitShiftLeft", .int(let left), 2):
      guard let distance = arguments[1].int, distance >= 0 else { return nil }
      return .int(distance > 63 ? 0 : left << distance)
    case ("bitAnd", .int(let left), 2): return arguments[1].int.map { .int(left & $0) }
    case ("bitOr", .int(let left), 2): return arguments[1].int.map { .int(left | $0) }
    case ("bitShiftRight", .int(let left), 2):
      guard let distance = arguments[1].int, distance >= 0 else { return nil }
      let bits = UInt64(bitPattern: left)
      return .int(Int64(bitPattern: distance > 63 ? 0 : bits >> UInt64(distance)))
    default: return nil
    }
  }
}
