/// A document read once, from front to back, without a tree in between.
///
/// This is the one interface against which decoding rules are written. `JSONReader` implements it
/// over bytes; an adapter over a foreign `Decoder` implements it for `Codable`. Each call reads one
/// thing and leaves the reader behind it. A caller that finds something it did not expect (a string
/// where it wanted a number) looks at `peek()` first, says so, and calls `skipValue()`; a thrown
/// `ReadError` ends the reading: the document itself is broken.
package protocol DocumentReader: ~Copyable {
  /// A byte offset, or -1 without a text: after `nextKey` that of the key, after `peek` that of
  /// the value to come, after a value has been read the offset just behind it.
  var offset: Int { get }

  /// How much has been noticed that does not keep the document from being read.
  var noteCount: Int { get }

  /// The kind of the next value; reads nothing.
  mutating func peek() throws(ReadError) -> ValueKind

  mutating func beginObject() throws(ReadError)
  /// The next key of the object last begun; `.end` closes the object.
  mutating func nextKey(in table: KeyTable) throws(ReadError) -> KeyMatch
  mutating func beginArray() throws(ReadError)
  /// Whether another element follows; `false` closes the array.
  mutating func nextElement() throws(ReadError) -> Bool

  mutating func readNull() throws(ReadError)
  mutating func readBool() throws(ReadError) -> Bool
  mutating func readText() throws(ReadError) -> Text
  /// A number, exactly as it is written.
  mutating func readDecimal() throws(ReadError) -> DecimalNumber
  mutating func readValue() throws(ReadError) -> Value
  mutating func skipValue() throws(ReadError)

  /// Reads a value of a `Decodable` type. Throws `ReadError`, or the type's own error, after which
  /// the reader stands behind the value all the same.
  mutating func read<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded

  /// Passes over the next value if it is spelt byte for byte as the value that stands at `range`,
  /// and says whether it was. Never true without a text.
  mutating func skipsRepetition(of range: Range<Int>) -> Bool

  /// The same for the beginning of an object, from its bracket to one of its values, which then comes
  /// next.
  mutating func skipsBeginning(like range: Range<Int>) -> Bool

  /// The same for the end of an object, from behind one of its values to behind its bracket.
  mutating func skipsEnd(like range: Range<Int>) -> Bool
}

extension DocumentReader where Self: ~Copyable {
  /// None: most readers notice nothing of the kind.
  package var noteCount: Int { 0 }
}

/// What kind of value comes next in a document; a number's exact kind shows when it is read.
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
