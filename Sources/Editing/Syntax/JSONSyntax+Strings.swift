import Values

/// The contents of a string in a source, with the place of each of its scalars.
package struct StringContents: Sendable, Hashable {
  /// The text that the string represents.
  package let text: String
  /// The offset of each scalar in the document, and of the end of the contents.
  package let offsets: [Int]

  /// The number of the scalar at an offset of the document, or of the scalar after it.
  package func scalar(at offset: Int) -> Int {
    var (low, high) = (0, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The range in the document of some scalars.
  package func range(ofScalars range: Range<Int>) -> Range<Int> {
    let last = offsets.count - 1
    let start = offsets[min(max(range.lowerBound, 0), last)]
    return start..<max(start, offsets[min(max(range.upperBound, 0), last)])
  }
}

extension JSONSyntax {
  /// Returns the contents of the string in a range, which may lack quotes or contain mistakes.
  package func contents(ofStringAt range: Range<Int>) -> StringContents {
    source.contents(ofStringAt: range)
  }
}

extension SourceText {
  /// Returns the text of the string in a range, which may lack quotes or contain mistakes.
  func text(inStringAt range: Range<Int>) -> String {
    var bytes = bytes[range]
    guard !bytes.contains(.backslash) else { return contents(ofStringAt: range).text }
    if bytes.first == .quote { bytes.removeFirst() }
    if bytes.last == .quote { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate func contents(ofStringAt range: Range<Int>) -> StringContents {
    var reader = ContentsReader(bytes: bytes[range])
    reader.read()
    return StringContents(
      text: String(String.UnicodeScalarView(reader.scalars)), offsets: reader.offsets)
  }
}

/// Reads the contents of a string, even if they are invalid.
private struct ContentsReader {
  let bytes: ArraySlice<UInt8>
  var scalars: [Unicode.Scalar] = []
  var offsets: [Int] = []

  mutating func read() {
    var place = bytes.startIndex
    if bytes.first == .quote { place += 1 }
    while place < bytes.endIndex, bytes[place] != .quote {
      offsets.append(place)
      place = bytes[place] == .backslash ? readEscape(at: place) : readScalar(at: place)
    }
    offsets.append(place)
  }

  private mutating func readScalar(at place: Int) -> Int {
    var end = place + 1
    while end < bytes.endIndex, end < place + 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    scalars.append(text.unicodeScalars.first ?? "\u{FFFD}")
    return end
  }

  private mutating func readEscape(at place: Int) -> Int {
    guard place + 1 < bytes.endIndex else {
      scalars.append("\\")
      return place + 1
    }
    let letter = bytes[place + 1]
    if letter == .lowercaseU, let unit = unit(at: place) { return readUnits(unit, at: place) }
    let meanings: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    scalars.append(meanings[letter] ?? Unicode.Scalar(letter))
    return place + 2
  }

  private mutating func readUnits(_ unit: UInt32, at place: Int) -> Int {
    if unit & 0xFC00 == 0xD800, let low = self.unit(at: place + 6), low & 0xFC00 == 0xDC00 {
      let value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      return place + 12
    }
    scalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    return place + 6
  }

  /// The code unit of an escape such as `\u00e9`; nil if there is none.
  private func unit(at place: Int) -> UInt32? {
    guard place + 6 <= bytes.endIndex, bytes[place] == .backslash,
      bytes[place + 1] == .lowercaseU
    else { return nil }
    return bytes[place + 2..<place + 6].hexadecimalNumber
  }
}

extension ArraySlice<UInt8> {
  /// The number that hexadecimal digits spell; nil if one of them is not such a digit.
  var hexadecimalNumber: UInt32? {
    var number: UInt32 = 0
    for byte in self {
      guard let digit = byte.hexadecimalDigit else { return nil }
      number = number << 4 | digit
    }
    return number
  }
}
