import Platform
package import Values

/// The events that a test plays in place of definitions and inputs.
package struct Replacements {
  /// A name in one of the files of a program.
  private struct Place: Hashable {
    let file: String
    let name: String
  }

  /// The replacements for definitions of the document, and for inputs of all files.
  private var events: [String: StatedEvents] = [:]
  /// The replacements for definitions and inputs of one file.
  private var eventsInFiles: [Place: StatedEvents] = [:]
  /// Inputs of one file that are bound separately from those of the same name elsewhere, with the
  /// names used for that.
  private var addresses: [StreamAddress] = []
  /// The definition to which the test belongs; nil for a test of the document itself.
  private var stream: String?
  /// The document to which file names are relative.
  private var root: String?

  /// Creates an empty set of replacements.
  package init() {}

  /// Creates an empty set of replacements; inputs named with their file are bound separately.
  package init(bindingApart names: [String], besides root: String?) {
    self.root = root
    addresses = names.map { StreamAddress($0) }.filter { $0.file != nil }
  }

  /// - Parameters:
  ///   - own: The definitions of the document, and of the one to which the test belongs.
  ///   - names: The meanings of other names; nil if there are none.
  package init(
    _ test: StreamTest, of stream: String?, own: [String], in names: StreamNames?,
    besides root: String?
  ) throws(Diagnostics) {
    self.init(bindingApart: test.inputs.map(\.name), besides: root)
    self.stream = stream
    for input in test.inputs {
      guard case .timeline(let timeline) = input.content else { continue }
      let stated: StatedEvents
      do throws(Diagnostics) {
        stated = try timeline.events(values: test.values, besides: root)
      } catch {
        throw error.below(["inputs", .key(Text(input.name))])
      }
      let address = StreamAddress(input.name)
      if case .inFile(let document)? = names?.meaning(of: address, among: own) {
        eventsInFiles[Place(file: document.name.file, name: address.name)] = stated
      } else {
        events[input.name] = stated
      }
    }
  }

  /// Returns the diagram that plays in place of a definition; nil if the definition is not
  /// replaced.
  ///
  /// It is hot if the definition is a hot diagram: references to that expect it to run from the
  /// start.
  package func plan(
    for definition: StreamDefinition, in document: Int, named name: DocumentName?,
    below path: DocumentPath
  ) -> MarblePlan? {
    var found: StatedEvents?
    if document == 0, path.isRoot || isOwn(path) { found = events[definition.name] }
    if path.isRoot, let name {
      found = eventsInFiles[Place(file: name.file, name: definition.name)] ?? found
    }
    guard let found else { return nil }
    var isHot = false
    if case .marbles(let marbles) = definition.model.source { isHot = marbles.isHot ?? false }
    return MarblePlan(found, isHot: isHot)
  }

  /// Returns the diagram that plays in place of an input; nil if the input is bound to something
  /// else. It is hot, because an input is read once, however many subscribers it has.
  package func plan(forInput name: String, in document: DocumentName?) -> MarblePlan? {
    let found = document.flatMap { eventsInFiles[Place(file: $0.file, name: name)] }
    return (found ?? events[name]).map { MarblePlan($0, isHot: true) }
  }

  /// Returns the name by which an input of a file is bound: its own, or one that includes its file.
  package func boundName(ofInput name: String, in document: DocumentName?) -> String {
    guard !addresses.isEmpty, let document else { return name }
    let address = addresses.first { $0.name == name && $0.names(document, besides: root) }
    return address?.text ?? name
  }

  /// Whether a path leads to the definition to which the test belongs.
  private func isOwn(_ path: DocumentPath) -> Bool {
    stream.map { path == ["definitions", .key(Text($0))] } ?? false
  }
}

extension StreamModel {
  /// Returns the paths of the files that the tests of this model read, itself read from a file:
  /// inputs and expected events.
  package func dataFiles(besides file: String?) -> [String] {
    let names =
      tests.flatMap(\.inputs).compactMap(\.file)
      + ([expect] + tests.map(\.expect)).compactMap { $0?.file }
    return names.map { FilePath($0, besides: file).normalized }
  }
}

extension StreamTest {
  /// Returns the bindings of inputs to data files, whose paths are relative to the file that names
  /// them.
  package func bindings(besides file: String) -> InputBindings {
    var bindings = InputBindings()
    for input in inputs {
      guard case .file(let name) = input.content else { continue }
      let path = FilePath(name, besides: file).normalized
      bindings.bindings[input.name] = .regularFile(path, name: name)
    }
    return bindings
  }
}
