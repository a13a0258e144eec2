import Platform
package import Records
package import StreamModels
import Values

/// The streams that a test plays in place of definitions and inputs.
package struct Replacements: Sendable {
  /// A name in one of the files of a program.
  private struct Place: Hashable {
    let file: String
    let name: String
  }

  /// A stream that plays in place of another one.
  struct Stream {
    let model: StreamModel<Value>
    /// The path of the model in the document.
    let path: DocumentPath
  }

  private enum Content {
    case events(StatedEvents)
    /// An index in `streams`.
    case stream(Int)
  }

  /// The replacements for definitions of the document, and for inputs of all files.
  private var contents: [String: Content] = [:]
  /// The replacements for definitions and inputs of one file.
  private var contentsInFiles: [Place: Content] = [:]
  /// The replacements that are streams.
  private(set) var streams: [Stream] = []
  /// Inputs of one file that are bound separately from inputs of the same name elsewhere, with the
  /// names used for that.
  private var addresses: [StreamAddress] = []
  /// The definition to which the test belongs; nil for a test of the document itself.
  private var stream: String?
  /// The document to which file names are relative.
  private var root: String?

  /// Creates an empty set of replacements.
  package init() {}

  /// Creates an empty set of replacements. Inputs that are named with their file are bound
  /// separately.
  package init(bindingApart names: [String], besides root: String?) {
    self.root = root
    addresses = names.map { StreamAddress($0) }.filter { $0.file != nil }
  }

  /// - Parameters:
  ///   - own: The definitions of the document, and those of the definition to which the test
  ///     belongs.
  ///   - names: The meanings of other names; nil if there are none.
  package init(
    _ played: PlayedTest, of stream: String?, own: ReplaceableNames, in names: StreamNames?,
    besides root: String?
  ) throws(Diagnostics) {
    let test = played.test
    self.init(bindingApart: test.inputs.map(\.name), besides: root)
    self.stream = stream
    for input in test.inputs {
      guard let content = try content(of: input, in: played) else { continue }
      let address = StreamAddress(input.name)
      if case .inFile(let document)? = names?.meaning(of: address, among: own) {
        contentsInFiles[Place(file: document.name.file, name: address.name)] = content
      } else {
        contents[input.name] = content
      }
    }
  }

  /// Returns the content that plays in place of a name; nil for a data file, which is bound to an
  /// input.
  private mutating func content(
    of input: TestInput, in played: PlayedTest
  ) throws(Diagnostics) -> Content? {
    switch input.content {
    case .file: return nil
    case .timeline(let timeline):
      do throws(Diagnostics) {
        return .events(try timeline.events(values: played.test.values, besides: root))
      } catch {
        throw error.below(played.path(ofInput: input.name))
      }
    case .stream(var model):
      if case .marbles(var marbles) = model.source {
        marbles.values += played.test.values
        model.source = .marbles(marbles)
      }
      streams.append(Stream(model: model, path: played.path(ofInput: input.name)))
      return .stream(streams.count - 1)
    }
  }

  private func content(
    for definition: StreamDefinition, in document: Int, named name: DocumentName?,
    below path: DocumentPath
  ) -> Content? {
    let isInSight = document == 0 && (path.isRoot || isOwn(path))
    let found = isInSight ? contents[definition.name] : nil
    guard path.isRoot, let name else { return found }
    return contentsInFiles[Place(file: name.file, name: definition.name)] ?? found
  }

  private func content(forInput name: String, in document: DocumentName?) -> Content? {
    document.flatMap { contentsInFiles[Place(file: $0.file, name: name)] } ?? contents[name]
  }

  /// Returns the diagram that plays in place of a definition; nil if no events do. If the
  /// definition is only the input of the same name, the events are the records of that input.
  ///
  /// The diagram is hot if the definition is a hot diagram, because references to it expect it to
  /// run from the start.
  func plan(
    for definition: StreamDefinition, in document: Int, named name: DocumentName?,
    below path: DocumentPath
  ) -> MarblePlan? {
    let found = content(for: definition, in: document, named: name, below: path)
    guard case .events(let events)? = found, !definition.isInputOfItsName else { return nil }
    var isHot = false
    if case .marbles(let marbles) = definition.model.source { isHot = marbles.isHot ?? false }
    return MarblePlan(events, isHot: isHot)
  }

  /// Returns the index of the stream that plays in place of a definition; nil if no stream does.
  func stream(
    for definition: StreamDefinition, in document: Int, named name: DocumentName?,
    below path: DocumentPath
  ) -> Int? {
    let found = content(for: definition, in: document, named: name, below: path)
    return if case .stream(let index)? = found { index } else { nil }
  }

  /// Returns the records that replace those of an input; nil if it is bound to something
  /// else.
  func plan(forInput name: String, in document: DocumentName?) -> MarblePlan? {
    guard case .events(let events)? = content(forInput: name, in: document) else { return nil }
    return MarblePlan(events, isHot: false)
  }

  /// Returns the index of the stream that plays in place of an input; nil if no stream does.
  func stream(forInput name: String, in document: DocumentName?) -> Int? {
    return if case .stream(let index)? = content(forInput: name, in: document) { index } else {
      nil
    }
  }

  /// Returns the name with which an input of a file is bound: its own, or one that includes its
  /// file.
  func boundName(ofInput name: String, in document: DocumentName?) -> String {
    guard !addresses.isEmpty, let document else { return name }
    let address = addresses.first { $0.name == name && $0.names(document, besides: root) }
    return address?.text ?? name
  }

  /// Returns whether a path leads to the definition to which the test belongs.
  private func isOwn(_ path: DocumentPath) -> Bool {
    stream.map { path == ["definitions", .key(Text($0))] } ?? false
  }
}

extension StreamDefinition {
  /// Whether it is only the input with the same name.
  fileprivate var isInputOfItsName: Bool {
    guard case .input(let input) = model.source else { return false }
    return input.name == name && model.operators.isEmpty
  }
}

extension StreamModel {
  /// Returns the paths of the files that the tests of this model read, which itself was read from a
  /// file: inputs and expected events.
  package func dataFiles(besides file: String?) -> [String] {
    let names =
      statedTests.flatMap(\.inputs).compactMap(\.file)
      + ([expect].compactMap(\.self) + statedTests.flatMap(\.expectations)).compactMap(\.file)
    return names.map { FilePath($0, besides: file).normalized }
  }
}

extension StreamTest {
  /// Returns the bindings of inputs to data files. The paths are relative to the file that names
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
