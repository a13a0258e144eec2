import Expressions
import StreamModels
import Values

extension Linker {
  /// Replaces an input by a stream of a test, if the test has one for it.
  mutating func replace(_ input: InputSource, in unit: inout Unit) {
    if unit.isOfTest {
      return documents.report(.inputInTest(at: unit.path), in: 0)
    }
    let name = documents.fileName(of: unit.document)
    guard let index = replacements.stream(forInput: input.name, in: name) else { return }
    unit.substitute = replacementUnit(index)
    unit.isReplacedByTest = true
  }

  /// Returns the unit of a stream that a test plays in place of others. Its names are looked up in
  /// the document.
  mutating func replacementUnit(_ index: Int) -> Int {
    if let unit = replacementUnits[index] { return unit }
    let stream = replacements.streams[index]
    // The first scope is that of the document.
    let unit = add(stream.model, document: 0, path: stream.path, enclosing: 0, label: nil)
    replacementUnits[index] = unit
    return unit
  }

  /// Adds the streams that tests play in place of others, so that they are checked.
  mutating func addTestStreams(of model: StreamModel<Value>) {
    model.forEachTest { test, path in
      if settings.isThorough { noteUses(inOutputs: test.outputs.map(\.name)) }
      for input in test.inputs {
        guard case .stream(let stream) = input.content else { continue }
        let path = path + ["inputs", .key(Text(input.name))]
        _ = add(stream, document: 0, path: path, enclosing: 0, label: nil)
      }
    }
  }

  /// Reports outputs in tests that are not streams of the document.
  mutating func reportTestOutputs(of model: StreamModel<Value>) {
    guard model.statesOutputs else { return }
    let streams =
      model.definitions.filter { $0.model.source != .upstream }.map(\.name)
      + sideOutputNames(in: 0).sorted()
    let known = Set(streams)
    var mistakes = Diagnostics()
    model.forEachTest { test, path in
      for output in test.outputs where !known.contains(output.name) {
        let isOperator = model.definitions.contains { $0.name == output.name }
        let shown = output.name.abbreviated
        mistakes.append(
          Diagnostic(
            .unknownStream,
            isOperator
              ? "'\(shown)' is an operator, expected a stream to compare"
              : "there is no definition '\(shown)' to compare",
            hint: Suggestion.hint(for: output.name, among: streams)
              ?? (streams.isEmpty ? "the file defines no streams" : Suggestion.list(of: streams)),
            at: path + ["outputs", .key(Text(output.name))]))
      }
    }
    documents.report(mistakes, atKeysIn: 0)
  }
}

extension Diagnostic {
  /// The mistake of an input in a stream of a test.
  fileprivate static func inputInTest(at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .invalidValue, "a stream of a test cannot read an input",
      hint: "write only the path of a data file, or write the records as an array of events",
      at: path.appending("input"))
  }
}

extension DocumentPath {
  /// Whether it is inside a test of the document, or of one of its definitions.
  var isOfTest: Bool {
    let start = components.first == .key("definitions") ? 2 : 0
    return components.count > start && components[start] == .key("tests")
  }
}

extension StreamModel<Value> {
  /// Whether the document or one of its definitions has tests.
  var hasTests: Bool {
    !tests.isEmpty || definitions.contains { !$0.model.tests.isEmpty }
  }

  /// The names that include a file, such as `./cpu.json#metrics`, among the inputs of its tests.
  package var addressesInTests: [String] {
    ([self] + definitions.map(\.model)).flatMap(\.statedTests).flatMap(\.inputs).map(\.name)
      .filter { StreamAddress($0).file != nil }
  }

  /// The names that tests of the document and of its definitions replace.
  var namesReplacedInTests: Set<String> {
    Set(([self] + definitions.map(\.model)).flatMap(\.statedTests).flatMap(\.inputs).map(\.name))
  }

  /// Whether a test of the document or of its definitions states the values of other streams.
  fileprivate var statesOutputs: Bool {
    ([self] + definitions.map(\.model)).flatMap(\.statedTests).contains { !$0.outputs.isEmpty }
  }

  /// Calls a closure with each test of the document and of its definitions, and with each of their
  /// cases, together with its path.
  fileprivate func forEachTest(_ call: (StreamTest, DocumentPath) -> Void) {
    func visit(_ tests: [StreamTest], below path: DocumentPath) {
      for (index, test) in tests.enumerated() {
        let path = path.appending("tests").appending(index)
        call(test, path)
        for (index, part) in test.cases.enumerated() {
          call(part, path.appending("cases").appending(index))
        }
      }
    }
    visit(tests, below: [])
    for definition in definitions {
      visit(definition.model.tests, below: ["definitions", .key(Text(definition.name))])
    }
  }
}
