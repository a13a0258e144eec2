import Platform

/// Reads JSON (RFC 8259, strictly) from bytes, front to back, without a tree.
///
/// A reader exists only inside `reading(_:_:)`, and cannot be copied. The bytes end in a sentinel,
/// which is a zero followed by seven more bytes, so that the loops over them need no check for the
/// end: a zero is never part of a document. The pull interface does not recurse, and documents
/// nested more deeply than `nestingLimit` are rejected.
@safe public struct JSONReader: ~Copyable {
  /// The limit called "nesting of JSON": the number of nested arrays and objects.
  public static let nestingLimit = 512

  /// The number of elements from which an array grows by itself, instead of on a stack.
  static let longArray = 4096

  /// The number of bytes after the end of a source: the sentinel, and the bytes that are read
  /// together with it.
  static let padding = 8

  /// The maximum number of notes of one kind that are stored. A broken file of a gigabyte has
  /// millions of mistakes.
  package static let noteLimit = 1000

  /// Remarks that do not prevent the document from being read, in order of place.
  public internal(set) var notes: [ReadNote] = []
  /// The number of remarks of each kind, including those that are not stored.
  package internal(set) var noteCounts: [ReadNote.Kind: Int] = [:]

  /// Whether an integer beyond 64 bits is read as a string of its digits, without a remark.
  package var readsBigIntegersAsText = false

  /// Keeps the bytes alive, in case the reader is swapped out of its scope.
  private let owner: [UInt8]
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// The next byte to be read.
  var position = 0
  /// The position just after the bracket of the container that was begun last. No comma is needed
  /// there.
  var opened = -1
  var depth = 0
  /// The end of the last array whose elements were counted before they were read.
  var countedEnd = 0
  /// The opening quote of the key last read, and the position of its value.
  var keyStart = -1
  var valueStart = -1
  /// This is never set again. If it were a constant, then in a noncopyable type the compiler (6.3)
  /// would show Thread Sanitizer a different address from the one accessed through it.
  var scratch: UnsafeMutablePointer<ReaderScratch>
  private let memory: ReaderMemory

  private init(
    owner: [UInt8], bytes: UnsafePointer<UInt8>, count: Int, memory: ReaderMemory
  ) {
    self.owner = owner
    unsafe self.bytes = unsafe bytes
    self.count = count
    self.memory = memory
    unsafe scratch = unsafe memory.scratch
  }

  /// Calls `body` with a reader at the beginning of a source.
  public static func reading<Result, Failure: Error>(
    _ source: SourceText, _ body: (inout JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reading(padded: source.paddedBytes, count: source.count, body)
  }

  /// Calls `body` with a reader of the first `count` bytes, which must be followed by a zero and
  /// seven more bytes. This is for buffers that are filled repeatedly.
  package static func reading<Result, Failure: Error>(
    padded bytes: [UInt8], count: Int, _ body: (inout JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reading(padded: bytes, count: count, with: ReaderMemory(), body)
  }

  /// Does the same with the memory of an earlier reading, which is not used by any other reading.
  package static func reading<Result, Failure: Error>(
    padded bytes: [UInt8], count: Int, with memory: ReaderMemory,
    _ body: (inout JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try handingOver(padded: bytes, count: count, with: memory) { reader throws(Failure) in
      var reader = reader
      return try body(&reader)
    }
  }

  /// Does the same for a `body` that keeps the reader while it runs.
  package static func handingOver<Result, Failure: Error>(
    _ source: SourceText, _ body: (consuming JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try handingOver(padded: source.paddedBytes, count: source.count, with: ReaderMemory(), body)
  }

  private static func handingOver<Result, Failure: Error>(
    padded bytes: [UInt8], count: Int, with memory: ReaderMemory,
    _ body: (consuming JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(
      count >= 0 && bytes.count >= count + padding && bytes[count] == 0,
      "the bytes must be followed by a zero and seven more bytes")
    return unsafe try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      guard let start = buffer.baseAddress else { preconditionFailure("a source has a sentinel") }
      return unsafe try body(JSONReader(owner: bytes, bytes: start, count: count, memory: memory))
    }
  }

  /// Reads a source that consists of a single value.
  public static func value(
    of source: SourceText
  ) throws(ReadError) -> (value: Value, notes: [ReadNote]) {
    try reading(source) { reader throws(ReadError) in
      let value = try reader.readValue()
      try reader.finish()
      return (value, reader.notes)
    }
  }
}

extension JSONReader: DocumentReader {
  /// The offset in the text: that of the next key or value, or the offset just after the value that
  /// was read last.
  @inline(__always)
  public var offset: Int { position == valueStart ? keyStart : position }

  /// Returns the kind of the next value without reading it.
  public mutating func peek() throws(ReadError) -> ValueKind {
    skipWhitespace()
    valueStart = -1
    switch unsafe bytes[position] {
    case .quote: return .string
    case .digit0 ... .digit9, .minus: return .number
    case .openBrace: return .object
    case .openBracket: return .array
    case .lowercaseT, .lowercaseF: return .bool
    case .lowercaseN: return .null
    default: try refuse(.value, at: position)
    }
  }

  /// Returns the next value if it is a string that begins with `$`, without reading it.
  package mutating func peekReference() throws(ReadError) -> Text? {
    guard try peek() == .string else { return nil }
    let first = unsafe bytes[position + 1]
    // The '$' may be written as an escape.
    guard first == .dollar || first == .backslash else { return nil }
    let start = position
    let text = try readString()
    (position, valueStart) = (start, -1)
    return text.utf8.first == .dollar ? text : nil
  }

  /// Starts again at an offset, outside all containers. This is for records that are each on a
  /// separate line.
  package mutating func start(at offset: Int) {
    precondition(offset >= 0 && offset <= count, "a reader starts within its text")
    position = offset
    (opened, valueStart, depth, countedEnd) = (-1, -1, 0, 0)
    // After a mistake, elements may be left.
    unsafe scratch.pointee.elements.removeAll()
    unsafe scratch.pointee.slots.removeAll()
    if !notes.isEmpty { (notes, noteCounts) = ([], [:]) }
  }

  /// The number of the record that is read next, for strings that are left to another thread.
  package var record: Int {
    get { unsafe Int(scratch.pointee.deferred.record) }
    nonmutating set { unsafe scratch.pointee.deferred.record = Int32(newValue) }
  }

  /// Drops the strings of the last record that were left to another thread.
  package func forgetDeferred() {
    unsafe scratch.pointee.deferred.forgetRecord()
  }

  /// Checks that nothing but whitespace follows.
  public mutating func finish() throws(ReadError) {
    skipWhitespace()
    if position != count { try refuse(.end, at: position) }
  }

  /// Whether there is only whitespace before an offset. This is for records that are each on a
  /// separate line.
  package mutating func ends(at offset: Int) -> Bool {
    skipWhitespace()
    return position == offset
  }

  /// Reads a null.
  public mutating func readNull() throws(ReadError) {
    skipWhitespace()
    guard unsafe bytes[position] == .lowercaseN else { try refuse(.null, at: position) }
    try readWord("null")
  }

  /// Reads a `true` or a `false`.
  public mutating func readBool() throws(ReadError) -> Bool {
    skipWhitespace()
    switch unsafe bytes[position] {
    case .lowercaseT: try readWord("true")
    case .lowercaseF:
      try readWord("false")
      return false
    default: try refuse(.bool, at: position)
    }
    return true
  }

  /// Reads a string.
  public mutating func readText() throws(ReadError) -> Text {
    skipWhitespace()
    guard unsafe bytes[position] == .quote else { try refuse(.string, at: position) }
    return try readString()
  }

  /// Reads a number, exactly as it is written.
  public mutating func readDecimal() throws(ReadError) -> DecimalNumber {
    skipWhitespace()
    return try scanNumber()
  }

  /// Reads a value of a `Decodable` type.
  public mutating func read<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    try ValueDecoder().decode(type, from: readValue())
  }
}

extension JSONReader {
  @inline(__always)
  mutating func skipWhitespace() {
    if unsafe bytes[position] <= .space { skipSpaces() }
  }

  private mutating func skipSpaces() {
    while unsafe isWhitespace(bytes[position]) { position &+= 1 }
  }

  /// Reads one of the three words of JSON. Throws if it is not next.
  @inline(__always)
  mutating func readWord(_ word: StaticString) throws(ReadError) {
    let length = word.utf8CodeUnitCount
    guard unsafe Memory.areEqual(bytes + position, word.utf8Start, count: length),
      unsafe !isPartOfWord(bytes[position + length])
    else { try refuse(.value, at: position) }
    position += length
  }

}

@inline(__always)
func isWhitespace(_ byte: UInt8) -> Bool {
  byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab
}

@inline(__always)
func isPartOfWord(_ byte: UInt8) -> Bool {
  switch byte {
  case .digit0 ... .digit9, UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
    true
  default: false
  }
}
