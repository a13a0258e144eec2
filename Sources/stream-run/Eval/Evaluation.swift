import Console
import Expressions
import Pipelines
import Platform
import Values

/// The evaluation of one expression for one value after another. A failure for one value does not
/// end it.
struct Evaluation {
  /// Rare enough to have no cost.
  private static let linesBetweenUpdates = 1024

  private let evaluator: Evaluator
  private let second: Value
  private let output: OutputFile
  private let isRaw: Bool
  private var frame: Frame
  /// The exit code of the command.
  private(set) var code = ExitCode.done

  init(_ evaluator: Evaluator, _ bindings: [Binding], _ output: OutputFile, isRaw: Bool) {
    self.evaluator = evaluator
    self.output = output
    self.isRaw = isRaw
    var frame = Frame()
    var second = Value.null
    for binding in bindings {
      switch binding.variable {
      case .second: second = binding.value
      case .outer: frame.outer = binding.value
      case .error: frame.error = binding.value
      case .key: frame.key = binding.value
      case .match: frame.match = binding.value
      case .time: frame.nanoseconds = binding.nanoseconds ?? 0
      case .first, nil: frame.locals.append(binding.value)
      }
    }
    self.frame = frame
    self.second = second
  }

  /// Prints the result of the expression for a value. `place` is the value's origin, for people.
  mutating func evaluate(_ value: Value, from place: String?) {
    do throws(EvaluationError) {
      let result = try evaluator.value(value, second, in: &frame)
      _ = output.write(exactly: isRaw) { writer in
        writer.write(result, isRaw: isRaw)
        writer.buffer.append("\n" as StaticString)
      }
    } catch {
      let hint = error.evaluation?.hint.map { "; \($0)" } ?? ""
      fail(error.message + hint, at: place)
    }
  }

  /// Reads a value from each line, and evaluates it before waiting for the next line. Empty lines
  /// are counted and skipped.
  mutating func evaluateLines(of descriptor: FileDescriptor, named name: String) {
    var lines = LineReader(descriptor)
    while output.isOpen {
      // The reader at the other end receives everything so far before this waits.
      if !lines.hasLine { output.flush() }
      switch lines.next() {
      case .line(let text):
        evaluateLine(text, at: "\(name):\(lines.count)")
        if lines.count % Self.linesBetweenUpdates == 0 {
          ProgressLine.update { [count = lines.count] _ in "\(count) lines" }
        }
      case .tooLong:
        fail("the line is longer than \(LineReader.limit) bytes", at: "\(name):\(lines.count)")
      case .end: return
      case .failed(let reason):
        complain("stream-run: cannot read '\(name)': \(reason)")
        code = .unreadableFile
        return
      }
    }
  }

  private mutating func evaluateLine(_ bytes: [UInt8], at place: String) {
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    do throws(ReadError) {
      let (value, notes) = try JSONReader.value(of: SourceText(name: place, bytes: bytes))
      if !notes.isEmpty {
        output.flush()
        notes.warn(of: place)
      }
      evaluate(value, from: place)
    } catch {
      fail("not JSON at byte \(error.offset + 1): \(error.message)", at: place)
    }
  }

  private mutating func fail(_ message: String, at place: String?) {
    // Earlier results are shown before the message.
    output.flush()
    complain("stream-run: \(place.map { "\($0): " } ?? "")\(message)".onOneLine)
    code = .failed
  }
}
