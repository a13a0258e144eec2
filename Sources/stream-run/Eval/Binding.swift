import Console
import Expressions
import Pipelines
import Reactive
import Values

/// A variable of an expression on the command line, and its value: `--let limit=10`.
struct Binding: Sendable {
  let name: String
  let value: Value
  /// The value in nanoseconds, if it is a number that can be a time.
  let nanoseconds: Int64?

  /// The engine's variable of this name, if the name begins with `$`.
  var variable: Variable? { Variable(rawValue: name) }
}

extension OptionValue where Value == Binding {
  /// Reads a binding, `NAME=JSON`.
  static let binding = OptionValue(
    placeholder: "NAME=JSON", expectation: "expected a name and a value, such as limit=10"
  ) { (text, option) throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Binding.isName(parts[0]) else {
      throw UsageError(
        "option '\(option)' is '\(text)'", hint: "expected a name and a value, such as limit=10",
        command: .eval)
    }
    let name = String(parts[0])
    if name == Variable.first.rawValue {
      throw UsageError(
        "option '\(option)' cannot bind '$0'", hint: "write its values after the expression",
        command: .eval)
    }
    let json = String(parts[1])
    do throws(ReadError) {
      let (value, notes) = try JSONReader.value(of: SourceText(name: name, json))
      notes.warn(of: "the value of '\(name)'")
      return Binding(
        name: name, value: value, nanoseconds: DecimalNumber(json)?.nanoseconds)
    } catch {
      throw UsageError(
        "the value of '\(name)' is not JSON: \(error.message)", hint: error.wayOut(for: json),
        command: .eval)
    }
  }
}

extension Binding {
  /// Returns whether a string can be a name in an expression: an identifier, several identifiers
  /// separated by dots, or a variable of the engine.
  fileprivate static func isName(_ text: Substring) -> Bool {
    if Variable(rawValue: String(text)) != nil { return true }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.utf8.first, !(0x30...0x39).contains(first) else { return false }
      return part.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      }
    }
  }
}

extension [ReadNote] {
  /// Prints the notes about a value that could nevertheless be read, as warnings.
  func warn(of place: String) {
    for note in self { complain("stream-run: \(place): warning: \(note.message)".onOneLine) }
  }
}

extension ReadError {
  /// Returns a hint for a value on the command line, where the shell removes quotes.
  func wayOut(for json: String) -> String? {
    let isWord = json.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
    return isWord && !json.isEmpty ? #"a string is written '"\#(json)"'"# : hint
  }
}
