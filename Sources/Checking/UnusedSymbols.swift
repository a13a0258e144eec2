import StreamModels
import Values

extension StreamModel {
  /// Returns warnings about symbols that have a value but occur in no diagram, so that the value is
  /// neither played nor expected. The paths end in the keys of the symbols.
  func unusedSymbols(at path: DocumentPath) -> Diagnostics {
    var warnings = Diagnostics()
    func check(_ values: [Member], in texts: [String], at path: DocumentPath) {
      guard !values.isEmpty else { return }
      let used = Set(texts.joined(separator: " "))
      for member in values where !member.key.isAnnotation || member.key.utf8.count == 1 {
        let symbol = member.key.string
        // A key that is not a single character has been reported already.
        guard let character = symbol.first, symbol.count == 1, !used.contains(character) else {
          continue
        }
        warnings.append(
          Diagnostic(
            .marbles, "the symbol '\(symbol.abbreviated)' is not in any diagram",
            hint: "remove it, or use it in a diagram", at: path.appending(member.key),
            severity: .warning))
      }
    }
    func check(_ timeline: StatedTimeline, at path: DocumentPath) {
      guard case .diagram(let marbles, _) = timeline else { return }
      check(marbles.values, in: [marbles.text], at: path.appending("values"))
    }
    if case .marbles(let marbles) = source {
      check(marbles.values, in: [marbles.text], at: path.appending("values"))
    }
    if let expect { check(expect, at: path.appending("expect")) }
    func check(_ test: StreamTest, besides diagrams: [String], at path: DocumentPath) {
      let shared = test.withCases.flatMap(\.diagrams) + diagrams
      check(test.values, in: shared, at: path.appending("values"))
      if let expect = test.expect { check(expect, at: path.appending("expect")) }
      for output in test.outputs {
        check(output.expect, at: path + ["outputs", .key(Text(output.name))])
      }
      for input in test.inputs {
        guard case .timeline(let timeline) = input.content else { continue }
        check(timeline, at: path + ["inputs", .key(Text(input.name))])
      }
      for (index, part) in test.cases.enumerated() {
        check(part, besides: test.diagrams, at: path + ["cases", .index(index)])
      }
    }
    for (index, test) in tests.enumerated() {
      check(test, besides: [], at: path + ["tests", .index(index)])
    }
    return warnings
  }
}

extension StreamTest {
  /// The diagrams of the test as strings, without those of its cases.
  fileprivate var diagrams: [String] {
    let inputs = inputs.map { input -> StatedTimeline? in
      switch input.content {
      case .timeline(let timeline): timeline
      case .file: nil
      case .stream(let model):
        if case .marbles(let marbles) = model.source { .diagram(marbles) } else { nil }
      }
    }
    return (expectations + inputs).compactMap { timeline in
      switch timeline {
      case .marbles(let text): text
      case .diagram(let marbles, _): marbles.text
      case .events, .file, nil: nil
      }
    }
  }
}
