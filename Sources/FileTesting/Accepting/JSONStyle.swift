import Editing
import Marbles
import Pipelines
import Reactive
import Values

/// The layout of a file's JSON.
struct JSONStyle {
  /// The text inside braces and brackets.
  private let padding: String
  /// The text after colons and commas.
  let gap: String

  /// Spaces everywhere, as in the examples of the format.
  static let spaced = JSONStyle(padding: " ", gap: " ")

  /// No spaces, as printed by `--format json`.
  static let compact = JSONStyle(padding: "", gap: "")

  private init(padding: String, gap: String) {
    self.padding = padding
    self.gap = gap
  }

  /// Detects the style of a piece of a file. If the piece does not reveal a style, the style is
  /// spaced.
  init(of text: String) {
    padding = text.ranges(of: "{\"").count > text.ranges(of: "{ \"").count ? "" : " "
    gap = text.contains("\":") && !text.contains("\": ") ? "" : " "
  }

  /// Detects the style of a piece of a file. A piece without members has the style of the beginning
  /// of the file.
  init(of range: Range<Int>, in source: SourceText) {
    let piece = source.text(range)
    self.init(of: piece.contains("\":") ? piece : source.text(0..<min(source.count, 4096)))
  }

  /// Whether there are no spaces at all.
  var isCompact: Bool { padding + gap == "" }

  /// Returns a value on one line.
  func text(_ value: Value) -> String {
    let compact = value.description.onOneLine
    return isCompact ? compact : laidOut(Array(compact.utf8))
  }

  /// Returns the text of an object with the given texts of values.
  ///
  /// - Parameter lines: The layout of an object with a line for each member; nil for one line.
  func object(
    _ members: [(key: String, value: String)], over lines: MemberLines? = nil
  ) -> String {
    let texts = members.map { "\(text(.string(Text($0.key)))):\(gap)\($0.value)" }
    if let lines {
      return "{\(lines.lead)\(texts.joined(separator: ",\(lines.lead)"))\(lines.end)}"
    }
    return "{\(padding)\(texts.joined(separator: ",\(gap)"))\(padding)}"
  }

  /// Returns the text of an event.
  ///
  /// - Parameter isAnyFailure: Whether a failure is written without its message.
  func text(
    _ event: Timeline<Value>.Event, isAnyFailure: Bool, over lines: MemberLines? = nil
  ) -> String {
    var members = [(key: "time", value: Self.seconds(event.instant.nanoseconds))]
    switch event.kind {
    case .value(let value): members.append(("value", text(value)))
    case .finished: members.append(("completion", text("finished")))
    case .failure(let message):
      members.append(("completion", text("failure")))
      if !isAnyFailure { members.append(("error", text(.string(Text(message))))) }
    }
    return object(members, over: lines)
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Returns compact JSON with spaces inserted.
  private func laidOut(_ compact: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for (index, byte) in compact.enumerated() {
      if isInString {
        bytes.append(byte)
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      let isEmpty = index > 0 && "{[".utf8.contains(compact[index - 1])
      if "}]".utf8.contains(byte), !isEmpty { bytes += padding.utf8 }
      bytes.append(byte)
      isInString = byte == UInt8(ascii: "\"")
      if "{[".utf8.contains(byte), !"}]".utf8.contains(compact[index + 1]) {
        bytes += padding.utf8
      }
      if ",:".utf8.contains(byte) { bytes += gap.utf8 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of an object with the meanings of symbols.
  func table(_ values: [Member]) -> String {
    object(values.map { ($0.key.string, text($0.value)) })
  }

  /// Returns the text of a list, on one line.
  func list(_ texts: [String]) -> String {
    texts.isEmpty ? "[]" : "[\(padding)\(texts.joined(separator: ",\(gap)"))\(padding)]"
  }
}

/// The layout of an object with a line for each member.
struct MemberLines {
  /// The text before each member.
  let lead: String
  /// The text after the last member.
  let end: String

  /// Reads the layout of an object; nil if its first member is on the same line as the brace.
  init?(of text: String) {
    guard text.first == "{" else { return nil }
    lead = String(text.dropFirst().prefix { $0.isWhitespace })
    end = String(text.dropLast().reversed().prefix { $0.isWhitespace }.reversed())
    guard lead.contains(where: \.isNewline), lead.count + end.count + 2 < text.count else {
      return nil
    }
  }
}
