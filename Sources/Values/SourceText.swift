/// The text of a document with the name under which people know it.
///
/// Immutable and cheap to copy; all offsets are byte offsets.
public struct SourceText: Sendable {
  /// The name of the file as shown to people.
  public let name: String
  public let count: Int
  /// The bytes of the text, then the padding that a reader needs.
  let paddedBytes: [UInt8]

  public init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: JSONReader.padding))
    paddedBytes = bytes
  }

  public init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Takes bytes that end in the padding already.
  init(name: String, padded bytes: [UInt8]) {
    self.name = name
    count = bytes.count - JSONReader.padding
    paddedBytes = bytes
  }

  public var bytes: ArraySlice<UInt8> { paddedBytes[..<count] }
}
