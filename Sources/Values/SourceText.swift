/// The text of a document with the name under which people know it.
///
/// Immutable and cheap to copy; all offsets are byte offsets. The bytes need not be valid UTF-8:
/// places are found all the same, so that a reader's complaint about them can be shown.
public struct SourceText: Sendable {
  /// The name of the file as shown to people.
  public let name: String
  /// How many bytes the text has.
  public let count: Int
  /// Whether a byte order mark stood in front of the text; it is no part of it.
  package let hasByteOrderMark: Bool
  /// The bytes of the text, then the padding that a reader needs.
  let paddedBytes: [UInt8]

  /// The byte order mark of UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a text from its bytes.
  public init(name: String, bytes: consuming [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: JSONReader.padding))
    self.init(name: name, padded: bytes)
  }

  /// Creates a text from a string.
  public init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Takes bytes that end in the padding already.
  init(name: String, padded bytes: consuming [UInt8]) {
    self.name = name
    hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
    if hasByteOrderMark { bytes.removeFirst(Self.byteOrderMark.count) }
    count = bytes.count - JSONReader.padding
    paddedBytes = bytes
  }

  /// The bytes of the text.
  public var bytes: ArraySlice<UInt8> { paddedBytes[..<count] }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe paddedBytes.withUnsafeBufferPointer {
      unsafe body(UnsafeBufferPointer(rebasing: $0[..<count]))
    }
  }
}

extension SourceText {
  /// The line and column of an offset; one beyond the text is taken for its end.
  ///
  /// Walks the text from its beginning: for many offsets, ask for all of them at once.
  public func place(at offset: Int) -> Place {
    unsafe withBytes { unsafe Place(of: offset, in: $0) }
  }

  /// The place of an offset behind one whose place is known: walks only what is between the two.
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

  /// The places of many offsets, in one walk over the text.
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

  /// The line in which an offset stands, without its end; what is not UTF-8 shows as U+FFFD.
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

  /// Where a scalar of a string's contents stands in the text, escapes counted as what they mean.
  ///
  /// `offset` is that of the opening quote; as many scalars as the string has give the closing
  /// quote. Nil if there is no such scalar, or no well-formed string.
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
  /// How many bytes spell the scalar at a place within a string that has been checked.
  fileprivate func lengthOfContent(at place: Int) -> Int {
    guard unsafe bytes[place] == .backslash else { return lengthOfScalar(at: place) }
    guard unsafe bytes[place + 1] == .lowercaseU else { return 2 }
    return unsafe (hexadecimal(bytes + place + 2) ?? 0) & 0xFC00 == 0xD800 ? 12 : 6
  }
}
