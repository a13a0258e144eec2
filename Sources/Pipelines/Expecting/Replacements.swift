import Values

/// What a test plays in place of definitions and of inputs.
struct Replacements {
  private var events: [String: StatedEvents] = [:]
  /// The definition whose test it is; nil for a test of the document itself.
  private var stream: String?

  /// Nothing is replaced.
  init() {}

  init(_ test: StreamTest, of stream: String?) throws(Diagnostics) {
    self.stream = stream
    for input in test.inputs {
      guard case .timeline(let timeline) = input.content else { continue }
      events[input.name] = try timeline.events(values: test.values)
    }
  }

  /// The diagram that plays in place of a definition; nil if the definition itself does.
  ///
  /// It is hot where the definition is a hot diagram: who names it expects it to run from the start.
  func plan(
    for definition: StreamDefinition, in document: Int, below path: DocumentPath
  ) -> MarblePlan? {
    guard document == 0, path.isRoot || isOwn(path), let events = events[definition.name] else {
      return nil
    }
    var isHot = false
    if case .marbles(let marbles) = definition.model.source { isHot = marbles.isHot ?? false }
    return MarblePlan(events, isHot: isHot)
  }

  /// The diagram that plays in place of an input; nil if the input is bound to something else. It is
  /// hot, for an input is read once, whoever listens.
  func plan(forInput name: String) -> MarblePlan? {
    events[name].map { MarblePlan($0, isHot: true) }
  }

  /// Whether a path leads to the definition whose test it is.
  private func isOwn(_ path: DocumentPath) -> Bool {
    stream.map { path == ["definitions", .key(Text($0))] } ?? false
  }
}

extension StreamModel<Value> {
  /// What is wrong with the names of the inputs of the tests of this model, which is a document or
  /// one of its definitions.
  ///
  /// - Parameter names: What can be replaced beside the definitions of the model itself.
  func inputMistakes(at path: DocumentPath, besides names: [String]) -> Diagnostics {
    guard !tests.isEmpty else { return Diagnostics() }
    let names = definitions.map(\.name) + names
    let inputNames = inputNames
    var mistakes = Diagnostics()
    for (index, test) in tests.enumerated() {
      for input in test.inputs where inputNames?.contains(input.name) != true {
        if case .file = input.content {
          guard inputNames != nil else { continue }
          mistakes.append(noInput(input.name, at: path + ["tests", .index(index)]))
          continue
        }
        if names.contains(input.name) { continue }
        let hint =
          Suggestion.hint(for: input.name, among: names)
          ?? (names.isEmpty ? "the file defines none" : Suggestion.list(of: names))
        mistakes.append(
          Diagnostic(
            .unknownStream, "no definition '\(input.name.abbreviated)' to play this in place of",
            hint: hint, at: path + ["tests", .index(index), "inputs", .key(Text(input.name))]))
      }
    }
    return mistakes
  }

  private func noInput(_ name: String, at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .unknownStream, "no input '\(name.abbreviated)' to read this file in place of",
      hint: "write a diagram, or a list of { \"time\", \"value\" }",
      at: path + ["inputs", .key(Text(name))])
  }

  /// The names of inputs of this model and of what stands in it; nil if it takes in other files, which
  /// may have any. A list of its own and not the stack remembers what is left: models may be nested
  /// deeply.
  private var inputNames: Set<String>? {
    var names: Set<String> = []
    var left = [self]
    while let model = left.popLast() {
      left += model.definitions.map(\.model)
      if case .input(let input) = model.source { names.insert(input.name) }
      for reference in model.references {
        switch reference.input {
        case .model(let inner): left.append(inner)
        case .file: return nil
        case .name: break
        }
      }
    }
    return names
  }
}

extension StreamModel {
  /// The paths of the data files that the tests of this model name, itself read from a file.
  func dataFiles(besides file: String?) -> [String] {
    tests.flatMap(\.inputs).compactMap { input in
      guard case .file(let name) = input.content else { return nil }
      return FilePath(name, besides: file).normalized
    }
  }
}

extension StreamTest {
  /// The data files that inputs are bound to, which lie beside the file that names them.
  func bindings(besides file: String) -> InputBindings {
    var bindings = InputBindings()
    for input in inputs {
      guard case .file(let name) = input.content else { continue }
      let path = FilePath(name, besides: file).normalized
      bindings.bindings[input.name] = .regularFile(path, name: name)
    }
    return bindings
  }
}
