import Marbles
import Reactive
import Values

/// How a file spells its JSON.
struct JSONStyle {
  /// Whether there are blanks inside of braces and behind colons and commas.
  var isSpaced: Bool

  /// The style of a piece of a file; a piece without braces tells nothing, and is taken for spaced.
  init(of text: String) {
    isSpaced = !text.contains("{\"") || text.contains("\": ")
  }

  /// A value on one line.
  func text(_ value: Value) -> String {
    let compact = JSONWriter.text(of: value)
    return isSpaced ? Self.spaced(compact) : String(decoding: compact, as: UTF8.self)
  }

  /// The text of an object, of texts of values.
  func object(_ members: [(key: String, value: String)]) -> String {
    let (inner, colon, comma) = isSpaced ? (" ", ": ", ", ") : ("", ":", ",")
    let texts = members.map { text(.string(Text($0.key))) + colon + $0.value }
    return "{\(inner)\(texts.joined(separator: comma))\(inner)}"
  }

  /// The text of an event.
  ///
  /// - Parameter isAnyFailure: Whether a failure is written without its message.
  func text(_ event: Timeline<Value>.Event, isAnyFailure: Bool) -> String {
    var members = [(key: "time", value: Self.seconds(event.instant.nanoseconds))]
    switch event.kind {
    case .value(let value): members.append(("value", text(value)))
    case .finished: members.append(("completion", text("finished")))
    case .failure(let message):
      members.append(("completion", text("failure")))
      if !isAnyFailure { members.append(("error", text(.string(Text(message))))) }
    }
    return object(members)
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Compact JSON with its blanks.
  private static func spaced(_ compact: [UInt8]) -> String {
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
      if "}]".utf8.contains(byte), !isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
      isInString = byte == UInt8(ascii: "\"")
      let opens = "{[".utf8.contains(byte) && !"}]".utf8.contains(compact[index + 1])
      if opens || ",:".utf8.contains(byte) { bytes.append(UInt8(ascii: " ")) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
