import Values

extension FunctionTable {
  static let formats: [Function] = [
    Function(
      "format",
      "Replaces %s, %d, %f, %e, %b, %o, %x and %X in a string with the elements of a list.",
      .init("'%s has %d'.format(['a', 2])", returns: "'a has 2'"),
      .init("'%.2f%%'.format([12.345])", returns: "'12.35%'"),
      .init("'%s'.format([[1, {'a': null}]])", returns: "'[1, {a: null}]'"),
      overloads: [
        .member(
          of: .string, .list(.dyn), returns: .string,
          body: .counted { (arguments, frame) throws(EvaluationFailure) in
            var formatter = FormatWriter(
              text: try arguments[0].text().utf8, arguments: try arguments[1].list())
            let bytes = try formatter.format(&frame)
            try frame.spend(bytes.count >> 8)
            return try .string(ofUTF8: bytes)
          })
      ])
  ]
}

/// Replaces the clauses of a string (`%s`, `%.3f`) with values.
private struct FormatWriter {
  let text: [UInt8]
  let arguments: [Value]
  private var position = 0
  private var nextArgument = 0
  private var output: [UInt8] = []

  init(text: [UInt8], arguments: [Value]) {
    self.text = text
    self.arguments = arguments
  }

  /// The maximum number of digits after the point.
  private static let precisionLimit = 1_000

  mutating func format(_ frame: inout Frame) throws(EvaluationFailure) -> [UInt8] {
    while position < text.count {
      let byte = text[position]
      position += 1
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        continue
      }
      if position < text.count, text[position] == UInt8(ascii: "%") {
        output.append(byte)
        position += 1
      } else {
        try writeClause(&frame)
      }
      try Value.checkSize(output.count)
    }
    return output
  }

  /// Writes the value for a clause whose `%` has been read.
  private mutating func writeClause(_ frame: inout Frame) throws(EvaluationFailure) {
    let precision = try readPrecision()
    guard position < text.count else {
      throw .invalid("'format' has a '%' at the end; write '%%' for a percent sign")
    }
    let letter = text[position]
    position += 1
    guard "sdfebxXo".utf8.contains(letter) else {
      let clause = Text(repairing: text[(position - 1)...].prefix(4)).string.prefix(1)
      throw .invalid("'format' has '%\(clause)', expected %s, %d, %f, %e, %b, %o, %x, %X or %%")
    }
    guard nextArgument < arguments.count else {
      throw .invalid("'format' has more clauses than the \(arguments.count) values in the list")
    }
    let argument = arguments[nextArgument]
    nextArgument += 1
    try frame.spend(1)
    if letter == UInt8(ascii: "s") {
      try write(argument, &frame)
    } else {
      // The expansion of a double may have a thousand digits.
      if "fe".utf8.contains(letter) { try frame.spend(32) }
      output += try number(argument, letter, precision: precision ?? 6).utf8
    }
  }

  /// Reads a precision such as `.3`, if there is one.
  private mutating func readPrecision() throws(EvaluationFailure) -> Int? {
    guard position < text.count, text[position] == UInt8(ascii: ".") else { return nil }
    position += 1
    var precision = 0
    while position < text.count, (0x30...0x39).contains(text[position]) {
      precision = precision * 10 + Int(text[position] - 0x30)
      position += 1
      if precision > Self.precisionLimit {
        throw .invalid("'format' has more than \(Self.precisionLimit) digits after the point")
      }
    }
    return precision
  }

  /// Returns the text of a value for a clause of numbers.
  private func number(
    _ value: Value, _ letter: UInt8, precision: Int
  ) throws(EvaluationFailure) -> String {
    let verb = Character(Unicode.Scalar(letter))
    switch (verb, value) {
    case ("d", .int(let number)): return String(number)
    case ("d", .double(let number)): return number.plainText
    case ("b", .int(let number)): return String(number, radix: 2)
    case ("b", .bool(let flag)): return flag ? "1" : "0"
    case ("o", .int(let number)): return String(number, radix: 8)
    case ("x", .int(let number)): return String(number, radix: 16)
    case ("X", .int(let number)): return String(number, radix: 16, uppercase: true)
    case ("x", .string(let text)): return hexadecimal(text, uppercase: false)
    case ("X", .string(let text)): return hexadecimal(text, uppercase: true)
    case ("f", .int(let number)): return fixed(Double(number), precision)
    case ("f", .double(let number)): return fixed(number, precision)
    case ("e", .int(let number)): return scientific(Double(number), precision)
    case ("e", .double(let number)): return scientific(number, precision)
    default:
      throw .invalid(
        "'%\(verb)' of 'format' cannot be applied to "
          + "\(value.runtimeKind.phrase)")
    }
  }

  private func hexadecimal(_ text: Text, uppercase: Bool) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: uppercase) }.joined()
  }

  private func fixed(_ number: Double, _ precision: Int) -> String {
    guard number.isFinite else { return number.text }
    var expansion = DecimalExpansion(number)
    expansion.round(toPlaces: precision)
    return expansion.fixed(places: precision)
  }

  private func scientific(_ number: Double, _ precision: Int) -> String {
    guard number.isFinite else { return number.text }
    var expansion = DecimalExpansion(number)
    expansion.round(toDigits: precision + 1)
    return expansion.scientific(places: precision)
  }
}

extension FormatWriter {
  /// Writes a value of any kind, for `%s`.
  private mutating func write(_ value: Value, _ frame: inout Frame) throws(EvaluationFailure) {
    try frame.spend(1)
    try Value.checkSize(output.count)
    switch value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .int(let number): output += String(number).utf8
    case .double(let number): output += number.plainText.utf8
    case .string(let text): output += text.utf8
    case .array(let elements):
      output += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { output += ", ".utf8 }
        try write(element, &frame)
      }
      output += "]".utf8
    case .object(let object):
      switch object.special {
      case nil: try write(object.members.map { (.string($0.key), $0.value) }, &frame)
      case .map(let map)?: try write(map.entries, &frame)
      case .timestamp(let timestamp)?: output += timestamp.text.utf8
      case .duration(let duration)?: output += duration.text.utf8
      case .type(let name)?: output += name.rawValue.utf8
      case .optional?: throw .invalid("'%s' of 'format' cannot be applied to an optional")
      }
    }
  }

  /// Writes a map, sorted by the texts of its keys.
  private mutating func write(
    _ entries: [(key: Value, value: Value)], _ frame: inout Frame
  ) throws(EvaluationFailure) {
    var named: [(key: Text, value: Value)] = []
    for entry in entries {
      if case .string(let text) = entry.key {
        named.append((text, entry.value))
      } else {
        named.append((Text(entry.key.keyPhrase), entry.value))
      }
    }
    try frame.spend(entries.count)
    named.sort { $0.key < $1.key }
    output += "{".utf8
    for (index, entry) in named.enumerated() {
      if index > 0 { output += ", ".utf8 }
      output += entry.key.utf8
      output += ": ".utf8
      try write(entry.value, &frame)
    }
    output += "}".utf8
  }
}
