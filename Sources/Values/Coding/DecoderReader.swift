/// Reads the contents of a foreign `Decoder` as if they were a document, so that the rule for
/// decoding a type is written only once.
///
/// A foreign decoder preserves neither the order of keys, which therefore arrive in byte order, nor
/// (in the case of `JSONDecoder`) the difference between 1 and 1.0. There is no text, so offsets
/// are -1.
package struct DecoderReader: DocumentReader {
  /// The next value, inspected once.
  fileprivate enum Next {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case object(KeyedDecodingContainer<AnyKey>)
    case array(any UnkeyedDecodingContainer)
  }

  private enum Open {
    case object(KeyedDecodingContainer<AnyKey>, keys: [Text], next: Int)
    case array(any UnkeyedDecodingContainer)
  }

  private let root: any Decoder
  /// The decoder of the next value, and its contents once they are known.
  private var decoder: (any Decoder)?
  private var next: Next?
  private var open: [Open] = []

  package init(_ decoder: any Decoder) {
    root = decoder
    self.decoder = decoder
  }

  /// Reads a value.
  package init(_ value: Value) {
    self.init(ValueTreeDecoder(value: value, trail: .root([]), userInfo: [:]))
  }

  package var offset: Int { -1 }

  /// The reader's position in the data of the foreign decoder, for error messages.
  package var codingPath: [any CodingKey] {
    if let decoder { return decoder.codingPath }
    switch open.last {
    case .object(let container, _, _): return container.codingPath
    case .array(let container): return container.codingPath
    case nil: return root.codingPath
    }
  }

  package mutating func peek() throws(ReadError) -> ValueKind {
    try look().kind
  }

  package mutating func peekReference() throws(ReadError) -> Text? {
    guard case .string(let text) = try look(), text.utf8.first == .dollar else { return nil }
    return Text(text)
  }

  private mutating func look() throws(ReadError) -> Next {
    if let next { return next }
    guard let decoder else { throw ReadError("found the end, expected a value", offset: -1) }
    let found = try Next(decoder)
    next = found
    return found
  }

  private mutating func take() throws(ReadError) -> Next {
    let found = try look()
    (next, decoder) = (nil, nil)
    return found
  }

  private func mistake(_ found: Next, _ expected: String) -> ReadError {
    ReadError("found \(found.kind.described), expected \(expected)", offset: -1)
  }
}

extension DecoderReader {
  package mutating func beginObject() throws(ReadError) {
    let found = try look()
    guard case .object(let container) = found else { throw mistake(found, "an object") }
    try checkDepth()
    _ = try take()
    open.append(
      .object(container, keys: container.allKeys.map { Text($0.stringValue) }.sorted(), next: 0))
  }

  package mutating func nextKey(in table: KeyTable) throws(ReadError) -> KeyMatch {
    guard let key = try nextKey() else { return .end }
    return table.index(of: key).map(KeyMatch.known) ?? .unknown(key)
  }

  /// Returns the next key of the innermost open object as a string, or nil, which closes the
  /// object.
  package mutating func nextKey() throws(ReadError) -> Text? {
    guard case .object(let container, let keys, let next) = open.popLast() else {
      preconditionFailure("a key is read within an object")
    }
    guard next < keys.count else { return nil }
    let key = keys[next]
    open.append(.object(container, keys: keys, next: next + 1))
    do {
      decoder = try container.superDecoder(forKey: AnyKey(key.string))
    } catch {
      throw ReadError("no value for key '\(key)': \(error)", offset: -1)
    }
    return key
  }

  package mutating func beginArray() throws(ReadError) {
    let found = try look()
    guard case .array(let container) = found else { throw mistake(found, "an array") }
    try checkDepth()
    _ = try take()
    open.append(.array(container))
  }

  package mutating func nextElement() throws(ReadError) -> Bool {
    guard case .array(var container) = open.popLast() else {
      preconditionFailure("an element is read within an array")
    }
    if container.isAtEnd { return false }
    do {
      decoder = try container.superDecoder()
    } catch {
      throw ReadError("no value for an element: \(error)", offset: -1)
    }
    open.append(.array(container))
    return true
  }

  private func checkDepth() throws(ReadError) {
    if open.count == JSONReader.nestingLimit {
      throw ReadError(
        "too deeply nested; the limit is \(JSONReader.nestingLimit) levels", offset: -1,
        isLimit: true)
    }
  }
}

extension DecoderReader {
  package mutating func readNull() throws(ReadError) {
    let found = try take()
    guard case .null = found else { throw mistake(found, "null") }
  }

  package mutating func readBool() throws(ReadError) -> Bool {
    let found = try take()
    guard case .bool(let bool) = found else { throw mistake(found, "true or false") }
    return bool
  }

  package mutating func readText() throws(ReadError) -> Text {
    let found = try take()
    guard case .string(let string) = found else { throw mistake(found, "a string") }
    return Text(string)
  }

  package mutating func readDecimal() throws(ReadError) -> DecimalNumber {
    let found = try take()
    switch found {
    case .int(let int): return DecimalNumber(int)
    case .double(let double):
      guard let number = DecimalNumber(double) else { throw mistake(found, "a finite number") }
      return number
    default: throw mistake(found, "a number")
    }
  }

  package mutating func readValue() throws(ReadError) -> Value {
    switch try look() {
    case .object:
      try beginObject()
      var members: [Member] = []
      while let key = try nextKey() { members.append(Member(key: key, value: try readValue())) }
      return .object(Object(members))
    case .array:
      try beginArray()
      var elements: [Value] = []
      while try nextElement() { elements.append(try readValue()) }
      return .array(elements)
    default:
      return try readScalar()
    }
  }

  private mutating func readScalar() throws(ReadError) -> Value {
    switch try take() {
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let string): .string(Text(string))
    case .null, .object, .array: .null
    }
  }

  package mutating func skipValue() throws(ReadError) {
    (next, decoder) = (nil, nil)
  }

  /// Lets the foreign decoder decode a type itself.
  package mutating func read<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    guard let decoder else { throw ReadError("found the end, expected a value", offset: -1) }
    (next, self.decoder) = (nil, nil)
    return try decoder.singleValueContainer().decode(type)
  }

  package mutating func skipsRepetition(of range: Range<Int>) -> Bool { false }
  package mutating func skipsBeginning(like range: Range<Int>) -> Bool { false }
  package mutating func skipsEnd(like range: Range<Int>) -> Bool { false }
}

extension DecoderReader.Next {
  fileprivate var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .double: .number
    case .string: .string
    case .object: .object
    case .array: .array
    }
  }

  /// Tries one kind after another, because a decoder does not reveal the kind of its value.
  fileprivate init(_ decoder: any Decoder) throws(ReadError) {
    let single = try? decoder.singleValueContainer()
    if single?.decodeNil() == true {
      self = .null
    } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(container)
    } else if let container = try? decoder.unkeyedContainer() {
      self = .array(container)
    } else if let bool = try? single?.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? single?.decode(Int64.self) {
      self = .int(int)
    } else if let double = try? single?.decode(Double.self) {
      self = .double(double)
    } else if let string = try? single?.decode(String.self) {
      self = .string(string)
    } else {
      throw ReadError("found a value that JSON cannot hold", offset: -1)
    }
  }
}

extension ValueKind {
  var described: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
