import Console
import Expressions
import Pipelines
import Platform
import Values

/// Evaluates an expression, once or for each of several values, and prints its results as JSON.
struct EvalCommand: Command {
  private let expression: String
  private let bindings: [Binding]
  private let values: [Operand]
  private let isRaw: Bool

  /// The source of values for `$0`.
  private enum Operand {
    case value(Value)
    /// Each line of standard input.
    case standardInput
  }

  struct Settings: CommandSettings {
    /// The variables for the expression, with their values.
    var bindings: [Binding] = []
    /// Whether strings are printed without quotes.
    var isRaw = false

    static let options: [Option<Self>] = [
      Option(
        "let", of: .binding, "bind a name to a value in the expression; can be repeated",
        isRepeatable: true
      ) { $0.bindings.append($1) },
      Option(flag: "raw", "print strings without quotes") { $0.isRaw = true },
    ]
  }

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    expression = operands[0]
    (bindings, isRaw) = (settings.bindings, settings.isRaw)
    var seen: Set<String> = []
    for binding in bindings where !seen.insert(binding.name).inserted {
      throw UsageError(
        "option '--let' binds '\(binding.name)' twice", hint: "bind it once", command: .eval)
    }
    var values: [Operand] = []
    for text in operands.dropFirst() { values.append(try Self.operand(text)) }
    self.values = values
  }

  private static func operand(_ text: String) throws(UsageError) -> Operand {
    if text == "-" { return .standardInput }
    do throws(ReadError) {
      let (value, notes) = try JSONReader.value(of: SourceText(name: "value", text))
      notes.warn(of: "value '\(text)'")
      return .value(value)
    } catch {
      throw UsageError(
        "value '\(text)' is not JSON: \(error.message)", hint: error.wayOut(for: text),
        command: .eval)
    }
  }

  func run() -> ExitCode {
    if let refusal = fileUse.refusal() { return refusal }
    do throws(ExpressionErrors) {
      return evaluate(try CheckedExpression(expression, in: scope))
    } catch {
      let source = SourceText(name: "<expression>", expression)
      complain(
        Diagnostics(advised(error), in: source), style: ColorChoice.auto.style(for: .standardError))
      return .invalidFile
    }
  }

  private var fileUse: FileUse {
    var use = FileUse(of: .eval)
    use.writesToStandardOutput()
    let readsLines = values.contains { if case .standardInput = $0 { true } else { false } }
    if readsLines { use.readsStandardInput(as: "the file that standard input reads") }
    return use
  }

  /// Returns the errors with hints that suit a command line.
  private func advised(_ errors: ExpressionErrors) -> ExpressionErrors {
    var errors = errors
    for index in errors.errors.indices {
      switch errors.errors[index].code {
      case .unavailableVariable where values.isEmpty:
        errors.errors[index].hint = "write a value after the expression"
      case .unknownVariable where errors.errors[index].hint == nil:
        errors.errors[index].hint = "name it with '--let'"
      default: break
      }
    }
    return errors
  }

  /// The types are unknown, so an expression that may succeed for the given values is not rejected.
  private var scope: Scope {
    var scope = Scope(
      first: values.isEmpty ? .none : .some(.dyn),
      names: bindings.filter { $0.variable == nil }.map { Scope.Name(Text($0.name)) })
    for binding in bindings {
      switch binding.variable {
      case .second: scope.second = .dyn
      case .outer: scope.outer = .dyn
      case .error: scope.error = .dyn
      case .key: scope.key = .dyn
      case .match:
        if case .object(let it) = binding.value { scope.match = it.members.map { .init($0.key) } }
      case .first, .time, nil: break
      }
    }
    return scope
  }

  private func evaluate(_ expression: CheckedExpression) -> ExitCode {
    let output = OutputFile(.standardOutput)
    if FileDescriptor.standardOutput.isTerminal { output.sendEachLine() }
    var run = Evaluation(expression.evaluator(), bindings, output, isRaw: isRaw)
    if values.isEmpty { run.evaluate(.null, from: nil) }
    for (index, operand) in values.enumerated() where output.isOpen {
      switch operand {
      case .value(let value):
        run.evaluate(value, from: values.count == 1 ? nil : "value \(index + 1)")
      case .standardInput:
        sayReading(of: "values, each on a line,")
        if !FileDescriptor.standardInput.isTerminal { ProgressLine.begin("evaluating") }
        run.evaluateLines(of: .standardInput, named: "<stdin>")
        ProgressLine.end()
      }
    }
    let written = output.close()
    return written == .done && output.isOpen ? run.code : written
  }
}
