import Values

/// The form of the text of a time, such as `dd/MMM/yyyy:HH:mm:ss Z`.
struct TimePattern: Sendable {
  /// A field, by its letter.
  enum Field: String, Sendable, Hashable, CaseIterable {
    case year = "y"
    case month = "M"
    case day = "d"
    case hour = "H"
    /// The hour of half a day, from 1 to 12.
    case halfDayHour = "h"
    case minute = "m"
    case second = "s"
    /// The digits after the decimal point of the seconds.
    case fraction = "S"
    /// `AM` or `PM`.
    case halfDay = "a"
    case weekday = "E"
    case offset = "Z"
    /// Reads the same as `Z`.
    case isoOffset = "X"

    /// The numbers of consecutive letters that have a meaning.
    var counts: ClosedRange<Int> {
      switch self {
      case .year, .month, .weekday: 1...4
      case .day, .hour, .halfDayHour, .minute, .second: 1...2
      case .fraction: 1...9
      case .halfDay: 1...1
      case .offset, .isoOffset: 1...5
      }
    }
  }

  enum Piece: Sendable, Hashable {
    case text([UInt8])
    case field(Field, count: Int)
  }

  let text: String
  let pieces: [Piece]

  /// Whether a string in this form contains its offset from UTC.
  var hasOffset: Bool {
    pieces.contains { piece in
      if case .field(.offset, _) = piece { return true }
      if case .field(.isoOffset, _) = piece { return true }
      return false
    }
  }

  static let missingZone =
    "the pattern has no zone; add one as a third argument, such as 'UTC' or '+01:00'"
}

// MARK: - Reading a pattern

extension TimePattern {
  /// Reads a pattern. The range of a mistake counts code points.
  init(_ text: Text) throws(TimeTextError) {
    var reader = TimeTextReader(text)
    var pieces: [Piece] = []
    var fields: Set<Field> = []
    while let byte = reader.peek() {
      let start = reader.index
      if byte == UInt8(ascii: "'") {
        pieces.append(.text(try reader.readQuotation()))
      } else if byte.isLetter {
        while reader.peek() == byte { reader.index += 1 }
        let (field, count) = try reader.field(start..<reader.index)
        guard fields.insert(field).inserted else {
          throw reader.mistake("found a second field '\(field.rawValue)'", in: start..<reader.index)
        }
        pieces.append(.field(field, count: count))
      } else {
        reader.index += 1
        pieces.append(.text([byte]))
      }
    }
    let whole = 0..<reader.index
    if fields.isEmpty {
      throw reader.mistake("found no field, expected one such as 'y'", in: whole)
    }
    if fields.isSuperset(of: [.hour, .halfDayHour]) {
      throw reader.mistake("found both 'H' and 'h', expected one of them", in: whole)
    }
    if fields.contains(.halfDayHour) != fields.contains(.halfDay) {
      throw reader.mistake(
        "found only '\(fields.contains(.halfDay) ? "a" : "h")', expected 'h' and 'a' together; "
          + "the hour from 0 to 23 is 'H'", in: whole)
    }
    self.init(text: text.string, pieces: pieces)
  }

  /// Reads a computed pattern.
  init(computed text: Text) throws(EvaluationFailure) {
    do throws(TimeTextError) {
      try self.init(text)
    } catch {
      throw error.failure(of: text, as: "a time pattern")
    }
  }
}

extension TimeTextReader {
  /// Reads text in single quotes. Two quotes in a row stand for one.
  fileprivate mutating func readQuotation() throws(TimeTextError) -> [UInt8] {
    index += 1
    if skip("'") { return [UInt8(ascii: "'")] }
    var quotation: [UInt8] = []
    while let byte = peek() {
      index += 1
      if byte != UInt8(ascii: "'") {
        quotation.append(byte)
      } else if skip("'") {
        quotation.append(byte)
      } else {
        return quotation
      }
    }
    throw unexpected("a single quote at the end of quoted text")
  }

  /// Returns the field for a sequence of equal letters.
  fileprivate func field(
    _ range: Range<Int>
  ) throws(TimeTextError) -> (TimePattern.Field, Int) {
    let letter = text(range.lowerBound..<(range.lowerBound + 1))
    guard let field = TimePattern.Field(rawValue: letter) else {
      let others = ["Y": "y", "u": "y", "L": "M", "D": "d", "k": "H", "K": "h", "z": "Z", "x": "X"]
      let hint = others[letter].map { "; write '\($0)'" } ?? ""
      throw mistake(
        "found the letter '\(letter)', expected one of 'yMdHhmsSaEZX', or quoted text\(hint)",
        in: range)
    }
    let isKnown = field.counts.contains(range.count) && !(field == .year && range.count == 3)
    guard isKnown else {
      let most = String(repeating: letter, count: field.counts.upperBound)
      let wanted = most.utf8.count == 1 ? "'\(letter)'" : "'\(letter)' to '\(most)'"
      throw mistake(
        "found \(quotation(range)), expected \(field == .year ? "'y', 'yy' or 'yyyy'" : wanted)",
        in: range)
    }
    return (field, range.count)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}
