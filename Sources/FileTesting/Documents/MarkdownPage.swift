import Pipelines
import Values

/// A Markdown page with stream documents in its fenced blocks.
struct MarkdownPage {
  private let source: SourceText

  init(_ source: SourceText) {
    self.source = source
  }

  /// The blocks that contain stream documents, each with the name of the page and with places as in
  /// the page, because the text before a block counts as blank.
  ///
  /// These are the blocks marked as `json stream`, and those marked as `json` that state the
  /// expectation of their stream.
  var documents: [StreamDocument] {
    parts.map { StreamDocument($0.text, isMarked: $0.isMarked) }
  }

  /// The text of a block that contains a stream document.
  struct Part {
    let text: SourceText
    /// Whether the block is marked as a stream document.
    let isMarked: Bool
  }

  /// The texts of these documents.
  var parts: [Part] {
    blocks.compactMap { block in
      var bytes = Array(source.bytes[..<block.range.upperBound])
      for place in 0..<block.range.lowerBound where bytes[place] != UInt8(ascii: "\n") {
        bytes[place] = UInt8(ascii: " ")
      }
      let text = SourceText(name: source.name, bytes: bytes)
      guard block.isMarked || text.statesStream else { return nil }
      return Part(text: text, isMarked: block.isMarked)
    }
  }

  /// A fenced block of JSON.
  private struct Block {
    /// The range of its contents.
    let range: Range<Int>
    /// Whether its fence marks it as a stream document.
    let isMarked: Bool

    init?(_ range: Range<Int>, in fence: Fence) {
      guard fence.holdsJSON else { return nil }
      self.range = range
      isMarked = fence.holdsStream
    }
  }

  private var blocks: [Block] {
    var blocks: [Block?] = []
    var open: (fence: Fence, start: Int)?
    var place = 0
    while place < source.count {
      let end = source.bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
      let line = Fence(source.bytes[place..<end])
      if let (fence, start) = open {
        if let line, line.closes(fence) {
          blocks.append(Block(start..<place, in: fence))
          open = nil
        }
      } else if let line, line.opens {
        open = (line, min(end + 1, source.count))
      }
      place = end + 1
    }
    // A page may end inside a block.
    if let (fence, start) = open { blocks.append(Block(start..<source.count, in: fence)) }
    return blocks.compactMap { $0 }
  }
}

/// A line that begins or ends a fenced block.
private struct Fence {
  private let sign: UInt8
  private let length: Int
  private let info: String

  /// Reads a line; nil if it is not a fence.
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
  var holdsJSON: Bool { words.first?.lowercased() == "json" }
  var holdsStream: Bool { holdsJSON && words.dropFirst().first == "stream" }

  func closes(_ open: Fence) -> Bool {
    sign == open.sign && length >= open.length && words.isEmpty
  }
}

extension SourceText {
  /// Whether this is a JSON object with a source and an expectation, possibly misspelt. Everything
  /// else in a page, including text that is not JSON, is an example of something else.
  fileprivate var statesStream: Bool {
    guard case .object(let object)? = try? JSONReader.value(of: self).value else { return false }
    return DocumentNature.statesExpectation(object)
  }
}
