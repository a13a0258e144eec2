import Platform

// A cell that spells a JSON number or boolean is read as such, whether quoted or not, and any other
// cell as a string. False and nil mean that a cell is invalid, unusual or incomplete.
extension JSONReader {
  /// Reads the cell that begins here in place of another value, up to its terminator.
  @inline(__always)
  mutating func readCell(
    into target: UnsafeMutablePointer<Object.Slot>, _ slot: Int, before separator: UInt8,
    deferringTexts defers: Bool, _ lineBreaks: inout Int
  ) -> Bool {
    let start = position
    if unsafe startsNumber(bytes[start]) {
      if let number = readPlainNumber(), endsCell(at: position, before: separator) {
        unsafe target.put(number)
        return true
      }
      position = start
    }
    guard let cell = passCell(before: separator, &lineBreaks) else { return false }
    return unsafe readCell(cell, into: target, slot, deferringTexts: defers)
  }

  /// Skips the cell that begins here, up to its terminator. A number that may be unusual is read.
  @inline(__always)
  mutating func skipCell(before separator: UInt8, _ lineBreaks: inout Int) -> Bool {
    guard let cell = passCell(before: separator, &lineBreaks) else { return false }
    if cell.contents.count < 5 { return true }
    return unsafe !startsNumber(bytes[cell.contents.lowerBound]) || !mayBeUnusual(cell.contents)
      || cell.hasQuotes || checkNumber(cell.contents)
  }

  private struct Cell {
    /// The range of its contents, without the quotes around them.
    let contents: Range<Int>
    /// Whether there are quotes inside, each doubled.
    var hasQuotes = false
  }

  @inline(__always)
  private func startsNumber(_ byte: UInt8) -> Bool { byte &- .digit0 <= 9 || byte == .minus }

  /// Whether a cell ends at an offset.
  @inline(__always)
  private func endsCell(at place: Int, before separator: UInt8) -> Bool {
    let byte = unsafe bytes[place]
    return unsafe byte == separator || byte == .lineFeed
      || byte == .carriageReturn && bytes[place &+ 1] == .lineFeed
  }

  @inline(__always)
  private mutating func passCell(before separator: UInt8, _ lineBreaks: inout Int) -> Cell? {
    let start = position
    if unsafe bytes[start] == .quote { return passQuotedCell(before: separator, &lineBreaks) }
    position = plainEnd(from: start, before: separator)
    guard endsCell(at: position, before: separator) || passUnusualText(before: separator) else {
      return nil
    }
    return Cell(contents: start..<position)
  }

  /// Moves to the end of a cell that contains non-ASCII text.
  @inline(never)
  private mutating func passUnusualText(before separator: UInt8) -> Bool {
    while !endsCell(at: position, before: separator) {
      guard unsafe bytes[position] != .quote, passByte() else { return false }
      position = plainEnd(from: position, before: separator)
    }
    return true
  }

  /// Moves past the next control character, or past a multibyte scalar.
  @inline(__always)
  private mutating func passByte() -> Bool {
    guard position < count else { return false }
    let length = lengthOfScalar(at: position)
    position &+= length
    return length > 0
  }

  @inline(never)
  private mutating func passQuotedCell(
    before separator: UInt8, _ lineBreaks: inout Int
  ) -> Cell? {
    let start = position &+ 1
    var hasQuotes = false
    position = start
    while true {
      position = plainEnd(from: position, before: .quote)
      let byte = unsafe bytes[position]
      if byte != .quote {
        if byte == .lineFeed { lineBreaks &+= 1 }
        guard passByte() else { return nil }
      } else if unsafe bytes[position &+ 1] == .quote {
        hasQuotes = true
        position &+= 2
      } else {
        break
      }
    }
    let end = position
    position &+= 1
    guard endsCell(at: position, before: separator) else { return nil }
    return Cell(contents: start..<end, hasQuotes: hasQuotes)
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads the value of a cell whose end has been found.
  @inline(__always)
  private mutating func readCell(
    _ cell: Cell, into target: UnsafeMutablePointer<Object.Slot>, _ slot: Int,
    deferringTexts defers: Bool
  ) -> Bool {
    let contents = cell.contents
    if cell.hasQuotes {
      unsafe target.put(.string(textWithoutDoubledQuotes(contents)))
      return true
    }
    let first = unsafe bytes[contents.lowerBound]
    if startsNumber(first) || first == .lowercaseT || first == .lowercaseF,
      let isRead = unsafe readWord(contents, into: target)
    {
      return isRead
    }
    if contents.count > StringCache.valueLimit {
      unsafe target.put(.string(text(contents)))
    } else if defers {
      unsafe target.put(.null)
      unsafe scratch.pointee.deferred.add(slot: slot, contents)
    } else {
      let start = unsafe bytes + contents.lowerBound
      unsafe target.put(.string(scratch.pointee.texts.text(start, contents.count)))
    }
    return true
  }

  /// Reads a boolean, or a number that is quoted or unusual; nil for anything else.
  @inline(never)
  private mutating func readWord(
    _ contents: Range<Int>, into target: UnsafeMutablePointer<Object.Slot>
  ) -> Bool? {
    let end = position
    defer { position = end }
    position = contents.lowerBound
    if let number = startsNumber(unsafe bytes[position]) ? readPlainNumber() : nil,
      position == contents.upperBound
    {
      unsafe target.put(number)
      return true
    }
    if isSpelt("true", contents) {
      unsafe target.put(.bool(true))
    } else if isSpelt("false", contents) {
      unsafe target.put(.bool(false))
    } else if isNumber(contents) {
      guard let number = number(contents) else { return false }
      unsafe target.put(number)
    } else {
      return nil
    }
    return true
  }

  private func isSpelt(_ word: StaticString, _ range: Range<Int>) -> Bool {
    unsafe range.count == word.utf8CodeUnitCount
      && Memory.areEqual(bytes + range.lowerBound, word.utf8Start, count: range.count)
  }

  private func textWithoutDoubledQuotes(_ range: Range<Int>) -> Text {
    var single: [UInt8] = []
    single.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      unsafe single.append(bytes[place])
      place += unsafe bytes[place] == .quote ? 2 : 1
    }
    return Text(validUTF8: single)
  }

  /// Returns the number that a range spells; nil if there would be any remark about it.
  private mutating func number(_ range: Range<Int>) -> Value? {
    position = range.lowerBound
    guard let number = try? readValue(), notes.isEmpty else { return nil }
    return number
  }

  /// Whether a number may be too large, because it has many digits or an exponent.
  @inline(__always)
  private func mayBeUnusual(_ range: Range<Int>) -> Bool {
    if range.count >= 19 { return true }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = range.lowerBound
    while place < range.upperBound {
      let letters = unsafe ((bytes + place).word | ones &* 0x20) ^ ones &* 0x65
      if (letters &- ones) & ~letters & (ones &* 0x80) != 0 { return true }
      place &+= 8
    }
    return false
  }

  /// Whether a cell that may be too large a number causes no remark.
  @inline(never)
  private mutating func checkNumber(_ range: Range<Int>) -> Bool {
    let end = position
    defer { position = end }
    return !isNumber(range) || number(range) != nil
  }

  /// Whether bytes spell a number as in JSON.
  package func isNumber(_ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    func passDigits() -> Int {
      let first = place
      while place < range.upperBound, unsafe bytes[place] &- .digit0 <= 9 { place += 1 }
      return place - first
    }
    func passes(_ byte: UInt8, or other: UInt8) -> Bool {
      guard place < range.upperBound, unsafe bytes[place] == byte || bytes[place] == other else {
        return false
      }
      place += 1
      return true
    }
    _ = passes(.minus, or: .minus)
    let first = place
    let count = passDigits()
    guard count > 0, unsafe count == 1 || bytes[first] != .digit0 else { return false }
    if passes(.point, or: .point), passDigits() == 0 { return false }
    if passes(.lowercaseE, or: .uppercaseE) {
      _ = passes(.plus, or: .minus)
      if passDigits() == 0 { return false }
    }
    return place == range.upperBound
  }
}
