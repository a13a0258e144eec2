/// Reads a document once, from front to back, without a tree.
///
/// This is the only interface that decoding rules are written against. `JSONReader` implements it
/// for bytes, and an adapter of a foreign `Decoder` implements it for `Codable`. Each call reads
/// one thing and moves past it. A caller that may find something unexpected (a string instead of a
/// number) calls `peek()` first, reports the mistake, and calls `skipValue()`. A thrown `ReadError`
/// ends the reading, because the document itself is broken.
package protocol DocumentReader: ~Copyable {
  /// A byte offset, or -1 if there is no text. After `nextKey` it is that of the key, after `peek`
  /// that of the next value, and after a value has been read the offset just after it.
  var offset: Int { get }

  /// The number of remarks so far, which are problems that do not prevent the document from being
  /// read.
  var noteCount: Int { get }

  /// Returns the kind of the next value without reading it.
  mutating func peek() throws(ReadError) -> ValueKind
  /// Returns the next value if it is a string that begins with `$`, without reading it.
  mutating func peekReference() throws(ReadError) -> Text?

  mutating func beginObject() throws(ReadError)
  /// Returns the next key of the innermost open object. `.end` closes the object.
  mutating func nextKey(in table: KeyTable) throws(ReadError) -> KeyMatch
  mutating func beginArray() throws(ReadError)
  /// Returns whether another element follows. False closes the array.
  mutating func nextElement() throws(ReadError) -> Bool

  mutating func readNull() throws(ReadError)
  mutating func readBool() throws(ReadError) -> Bool
  mutating func readText() throws(ReadError) -> Text
  /// Reads a number, exactly as it is written.
  mutating func readDecimal() throws(ReadError) -> DecimalNumber
  mutating func readValue() throws(ReadError) -> Value
  mutating func skipValue() throws(ReadError)

  /// Reads a value of a `Decodable` type. Throws `ReadError`, or the type's own error. In the
  /// latter case the reader still moves past the value.
  mutating func read<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded

  /// Skips the next value if it is spelled byte for byte like the value at `range`, and returns
  /// whether it was. Always false without a source.
  mutating func skipsRepetition(of range: Range<Int>) -> Bool

  /// Does the same for the beginning of an object, from its bracket up to one of its values, which
  /// is then the next value.
  mutating func skipsBeginning(like range: Range<Int>) -> Bool

  /// Does the same for the end of an object, from the end of one of its values through its bracket.
  mutating func skipsEnd(like range: Range<Int>) -> Bool
}

extension DocumentReader where Self: ~Copyable {
  /// Zero: most readers make no remarks.
  package var noteCount: Int { 0 }
}

/// The kind of the next value in a document. Whether a number is an int or a double is known only
/// after it has been read.
public enum ValueKind: String, Sendable, Hashable {
  /// A null.
  case null
  /// A `true` or a `false`.
  case bool
  /// A number.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}
