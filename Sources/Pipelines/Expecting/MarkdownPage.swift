import Values

/// A Markdown page, for the stream documents in its fenced blocks.
struct MarkdownPage {
  private let source: SourceText

  init(_ source: SourceText) {
    self.source = source
  }

  /// The blocks marked as `json stream`, each with the name of the page and with all places as they
  /// are there: what stands before a block is taken for blanks.
  var streams: [SourceText] {
    blocks.map { range in
      var bytes = Array(source.bytes[..<range.upperBound])
      for place in 0..<range.lowerBound where bytes[place] != UInt8(ascii: "\n") {
        bytes[place] = UInt8(ascii: " ")
      }
      return SourceText(name: source.name, bytes: bytes)
    }
  }

  /// Where the contents of the blocks stand.
  private var blocks: [Range<Int>] {
    var blocks: [Range<Int>] = []
    var open: (fence: Fence, start: Int)?
    var place = 0
    while place < source.count {
      let end = source.bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
      let line = Fence(source.bytes[place..<end])
      if let (fence, start) = open {
        if let line, line.closes(fence) {
          if fence.holdsStream { blocks.append(start..<place) }
          open = nil
        }
      } else if let line, line.opens {
        open = (line, min(end + 1, source.count))
      }
      place = end + 1
    }
    // A page may end inside of a block.
    if let (fence, start) = open, fence.holdsStream { blocks.append(start..<source.count) }
    return blocks
  }
}

/// A line that begins or ends a fenced block.
private struct Fence {
  private let sign: UInt8
  private let length: Int
  private let info: String

  /// Reads a line; nil if it is none.
  init?(_ line: ArraySlice<UInt8>) {
    let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let sign = text.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else {
      return nil
    }
    self.sign = sign
    length = text.prefix { $0 == sign }.count
    guard length >= 3 else { return nil }
    info = String(decoding: text.dropFirst(length), as: UTF8.self)
  }

  private var words: [Substring] { info.split { $0.isWhitespace } }

  var opens: Bool { sign == UInt8(ascii: "~") || !info.contains("`") }
  var holdsStream: Bool { words.starts(with: ["json", "stream"]) }

  func closes(_ open: Fence) -> Bool {
    sign == open.sign && length >= open.length && words.isEmpty
  }
}
