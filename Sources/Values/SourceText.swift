/// The text of a document, with the name that people know it by.
///
/// It is immutable and cheap to copy. All offsets are byte offsets. The bytes need not be valid
/// UTF-8: places are still found, so that a message about invalid bytes can point at them.
public struct SourceText: Sendable {
  /// The name of the file as shown to people.
  public let name: String
  /// The number of bytes of the text.
  public let count: Int
  /// Whether there was a byte order mark before the text. It is not part of the text.
  package let hasByteOrderMark: Bool
  /// The bytes of the text, followed by the padding that a reader needs.
  let paddedBytes: [UInt8]

  /// The byte order mark of UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a source from its bytes.
  public init(name: String, bytes: consuming [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: JSONReader.padding))
    self.init(name: name, padded: bytes)
  }

  /// Creates a source from a string.
  public init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Creates a source from bytes that already end in the padding.
  init(name: String, padded bytes: consuming [UInt8]) {
    self.name = name
    hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
    if hasByteOrderMark { bytes.removeFirst(Self.byteOrderMark.count) }
    count = bytes.count - JSONReader.padding
    paddedBytes = bytes
  }

  /// The bytes of the text.
  public var bytes: ArraySlice<UInt8> { paddedBytes[..<count] }
  /// The bytes of the file, with its byte order mark.
  package var bytesWithMark: [UInt8] { (hasByteOrderMark ? Self.byteOrderMark : []) + bytes }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe paddedBytes.withUnsafeBufferPointer {
      unsafe body(UnsafeBufferPointer(rebasing: $0[..<count]))
    }
  }
}

extension SourceText {
  /// Returns the line and column of an offset. An offset beyond the text counts as its end.
  ///
  /// This goes through the text from its beginning. For many offsets, call `places(at:)` once.
  public func place(at offset: Int) -> Place {
    unsafe withBytes { unsafe Place(of: offset, in: $0) }
  }

  /// Returns the place of an offset that comes after one whose place is known. Only the text
  /// between the two is read.
  public func place(at offset: Int, behind known: (offset: Int, place: Place)) -> Place {
    guard offset >= known.offset else { return place(at: offset) }
    var place = known.place
    unsafe withBytes { bytes in
      for index in known.offset..<max(known.offset, min(offset, bytes.count)) {
        unsafe place.pass(bytes[index])
      }
    }
    return place
  }

  /// Returns the places of many offsets, in one pass over the text.
  public func places(at offsets: [Int]) -> [Place] {
    var places = [Place](repeating: Place(line: 1, column: 1), count: offsets.count)
    unsafe withBytes { bytes in
      var place = Place(line: 1, column: 1)
      var walked = 0
      for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
        let end = min(max(offsets[index], 0), bytes.count)
        while walked < end {
          unsafe place.pass(bytes[walked])
          walked += 1
        }
        places[index] = place
      }
    }
    return places
  }

  /// Returns the line that contains an offset, without its end. Invalid UTF-8 appears as U+FFFD.
  package func lineText(containing offset: Int) -> String {
    unsafe withBytes { bytes in
      let offset = min(max(offset, 0), bytes.count)
      var (start, end) = (offset, offset)
      while start > 0, unsafe bytes[start - 1] != .lineFeed { start -= 1 }
      while end < bytes.count, unsafe bytes[end] != .lineFeed { end += 1 }
      if end > start, unsafe bytes[end - 1] == .carriageReturn { end -= 1 }
      return unsafe String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  /// Returns the offset of a scalar in the contents of a string. An escape counts as the scalar
  /// that it represents.
  ///
  /// `offset` is that of the opening quote. A `scalar` equal to the length of the string represents
  /// the closing quote. Nil if there is no such scalar, or no well-formed string.
  public func offset(ofScalar scalar: Int, inStringAt offset: Int) -> Int? {
    guard scalar >= 0, offset >= 0, offset < count, paddedBytes[offset] == .quote else {
      return nil
    }
    return JSONReader.reading(self) { reader in
      guard let end = try? reader.scanString(openedAt: offset).end else { return nil }
      var place = offset + 1
      for _ in 0..<scalar {
        guard place < end else { return nil }
        place += reader.lengthOfContent(at: place)
      }
      return place
    }
  }
}

extension JSONReader {
  /// Returns the number of bytes that spell the scalar at a place within a string that has been
  /// checked.
  fileprivate func lengthOfContent(at place: Int) -> Int {
    guard unsafe bytes[place] == .backslash else { return lengthOfScalar(at: place) }
    guard unsafe bytes[place + 1] == .lowercaseU else { return 2 }
    return unsafe (hexadecimal(bytes + place + 2) ?? 0) & 0xFC00 == 0xD800 ? 12 : 6
  }
}
