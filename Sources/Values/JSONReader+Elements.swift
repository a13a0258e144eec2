extension JSONReader {
  /// Reads at most `limit` elements of an array that has been read before. Returns them, and the
  /// offset of the rest. Returns no elements at the end of the array.
  ///
  /// - Parameters:
  ///   - offset: The offset of an element, or of the end of the array.
  ///   - memory: The memory of an earlier reading, which is not used by any other reading.
  package static func elements(
    in source: SourceText, from offset: Int, limit: Int, with memory: ReaderMemory
  ) -> (elements: [Value], rest: Int) {
    reading(padded: source.paddedBytes, count: source.count, with: memory) { reader in
      reader.start(at: offset)
      var elements: [Value] = []
      do throws(ReadError) {
        while elements.count < limit, try reader.hasElement() {
          elements.append(try reader.readValue())
          reader.passComma()
        }
      } catch {
        preconditionFailure("an array that has been read can be read again")
      }
      return (elements, reader.position)
    }
  }

  private mutating func hasElement() throws(ReadError) -> Bool {
    skipWhitespace()
    return unsafe bytes[position] != .closeBracket
  }

  private mutating func passComma() {
    skipWhitespace()
    if unsafe bytes[position] == .comma { position += 1 }
  }
}
