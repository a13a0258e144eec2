import Expressions
package import Values

/// The treatment of a value on which the expression of an operator fails, or that is too late.
public struct ErrorPolicy: Hashable, Sendable {
  package enum Kind: Hashable {
    /// Both words mean the same: 'skip' is for failures, 'drop' for late values.
    case fail, skip, drop
    case output(String)
  }

  package let kind: Kind
  /// The members of its object whose keys begin with `$`, for editors and people.
  let annotations: [Member]

  package init(_ kind: Kind, annotations: [Member] = []) {
    (self.kind, self.annotations) = (kind, annotations)
  }

  /// Makes the operator fail.
  public static let fail = ErrorPolicy(.fail)

  /// Drops and counts the value, as if it had not arrived.
  public static let skip = ErrorPolicy(.skip)

  /// Drops and counts the value, and sends it with the message of the error to the hot stream with
  /// the given name, as an object `{ "value", "error" }`.
  public static func output(_ name: String) -> ErrorPolicy {
    ErrorPolicy(.output(name))
  }

  /// The policy as it is written in a file.
  var encoded: Value {
    switch kind {
    case .fail: "fail"
    case .skip: "skip"
    case .drop: "drop"
    case .output(let name):
      .object(Object(annotations + [Member(key: "output", value: .string(Text(name)))]))
    }
  }
}

/// The key of an object that names a hot stream.
package enum SideOutputKey: Int, ObjectKey {
  case output

  static let owner = "an output"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

extension ParameterSpec {
  /// The policies that it takes, for messages.
  fileprivate var policies: String {
    words.isEmpty
      ? #"{ "output": NAME }"#
      : words.map { "'\($0)'" }.joined(separator: ", ") + #" or { "output": NAME }"#
  }

  /// The policy that is meant by a word; nil if none is.
  fileprivate func meant(by word: String) -> String? {
    ["skip", "drop"].contains(word)
      ? words.first { ["skip", "drop"].contains($0) } : Suggestion.nearest(to: word, among: words)
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads a policy for values on which an expression fails: a word, or the name of a hot stream.
  mutating func readErrorPolicy(_ parameter: ParameterSpec) throws(ReadError) -> ParameterValue? {
    switch try reader.peek() {
    case .object:
      return try readOutput("bad").map { name, annotations in
        .errorPolicy(ErrorPolicy(.output(name), annotations: annotations))
      }
    case .string:
      let start = reader.offset
      let word = try reader.readText().string
      if parameter.words.contains(word) {
        return .errorPolicy(word == "fail" ? .fail : ErrorPolicy(word == "drop" ? .drop : .skip))
      }
      report(
        .invalidValue,
        "found '\(word.abbreviated)' for '\(parameter.name)', expected \(parameter.policies)",
        hint: parameter.meant(by: word).map { "did you mean '\($0)'?" }
          ?? "to send such values to a hot stream, write { \"output\": \"\(word.abbreviated)\" }",
        at: start)
      return nil
    case let found:
      report(
        .wrongType,
        "found \(found.phrase) for '\(parameter.name)', expected \(parameter.policies)")
      try reader.skipValue()
      return nil
    }
  }

  /// Reads an object with the name of a hot stream; nil after reporting a mistake.
  ///
  /// - Parameter example: A name for the hint.
  mutating func readOutput(
    _ example: String
  ) throws(ReadError) -> (name: String, annotations: [Member])? {
    let start = reader.offset
    var name: String?
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let _: SideOutputKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key("output"))
      name = try readOutputName(example)
      path.removeLast()
    }
    if !seen.contains(SideOutputKey.output), !seen.isMeant(SideOutputKey.output) {
      report(
        .missingKey, "the object needs 'output', the name of a hot stream",
        hint: "write { \"output\": \"\(example)\" }", at: start)
    }
    return name.map { ($0, annotations.members) }
  }

  /// Reads the name of a hot stream; nil after reporting a mistake.
  mutating func readOutputName(_ example: String) throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let name = try readString("the name of a hot stream in a string") else { return nil }
    if name.isEmpty {
      report(
        .invalidValue, "an output needs a name",
        hint: "name it '\(example)'", at: start)
    } else if StreamInput(name) != .name(name) {
      report(
        .invalidValue, "the output '\(name.abbreviated)' has the name of a file",
        hint: "remove '.json' and slashes", at: start)
    } else if name.hasPrefix("$") {
      report(
        .invalidValue, "the output '\(name.abbreviated)' begins with '$'",
        hint: "remove the '$'", at: start)
    } else {
      return name
    }
    return nil
  }
}
