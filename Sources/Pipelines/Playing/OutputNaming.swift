import Checking
import Expressions
package import Reactive
import StreamModels
package import Values

/// Names the file of each value of an output, for one playback.
package struct OutputNaming {
  private enum Part {
    case literal([UInt8])
    case expression(CheckedExpression, Evaluator, offset: Int)
  }

  private let parts: [Part]
  private var frame = Frame()

  package init(_ path: OutputPath) {
    parts = path.parts.map { part in
      switch part {
      case .literal(let text): .literal(Array(text.utf8))
      case .expression(let expression, let offset):
        .expression(expression, expression.evaluator(), offset: offset)
      }
    }
  }

  /// Returns the path for a value, relative to the folder for outputs; throws if an expression fails,
  /// or returns something that cannot be part of a name.
  package mutating func path(
    for value: Value, at instant: Instant
  ) throws(StreamFailure) -> String {
    frame.nanoseconds = instant.nanoseconds
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let text): bytes += text
      case .expression(let expression, let evaluator, let offset):
        do throws(EvaluationError) {
          let result = try evaluator.value(value, in: &frame)
          try Self.append(result, of: expression, to: &bytes)
        } catch {
          throw StreamFailure(error).shifted(by: offset)
        }
      }
    }
    let path = String(decoding: bytes, as: UTF8.self)
    for name in bytes.split(separator: UInt8(ascii: "/")) where name.count > OutputPath.nameLimit {
      let shown = String(decoding: name.prefix(40), as: UTF8.self)
      throw StreamFailure(
        "the name '\(shown)…' of a file is too long; the limit for a file name is "
          + "\(OutputPath.nameLimit) bytes")
    }
    return path
  }

  private static func append(
    _ value: Value, of expression: CheckedExpression, to bytes: inout [UInt8]
  ) throws(EvaluationError) {
    switch value {
    case .string(let text): bytes.appendEncoded(Array(text.utf8))
    case .int(let number): bytes.appendEncoded(Array("\(number)".utf8))
    case .bool(let flag): bytes.appendEncoded(Array("\(flag)".utf8))
    case .double(let number):
      // Equal numbers have the same name: -0.0 is 0.0.
      let text = number == 0 ? JSONWriter.text(of: .double(0)) : Array("\(number)".utf8)
      bytes.appendEncoded(text)
    case .null, .array, .object:
      throw EvaluationError(
        "a part of a path is \(value.kind.phrase), expected a string, a number or a bool in "
          + "\"\(expression.text)\"")
    }
  }
}

extension [UInt8] {
  /// Appends a string as part of a file name, differently for each string. Everything except
  /// letters, digits, `.`, `-` and `_` is percent-encoded. A `.` is also encoded where the string
  /// would otherwise name a folder, or the temporary file of another output. An empty string is
  /// encoded as `%`.
  fileprivate mutating func appendEncoded(_ text: [UInt8]) {
    let dot = UInt8(ascii: ".")
    if text.isEmpty { return append(UInt8(ascii: "%")) }
    let isFolder = text.allSatisfy { $0 == dot }
    let partial = Array(".partial".utf8)
    let partialDot = text.suffix(partial.count) == partial[...] ? text.count - partial.count : -1
    for (index, byte) in text.enumerated() {
      let isPlain = byte.isPlainInOutputName && !(byte == dot && isFolder) && index != partialDot
      if isPlain {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
      }
    }
  }
}

extension StreamFailure {
  /// Returns the same failure, for an expression that begins the given number of scalars after the
  /// start of its string.
  fileprivate func shifted(by offset: Int) -> StreamFailure {
    guard let cause, let range = cause.rangeInString else { return self }
    return StreamFailure(
      message, cause.moved(toRange: range.lowerBound + offset..<range.upperBound + offset))
  }
}
