import StreamModels
import Values

/// The streams and operators created from models with values for their parameters. Equal values
/// share one stream.
struct Instances {
  /// The limit on "instances of streams and operators with parameters".
  static let limit = 100_000
  /// The limit on custom operators inside one another.
  static let nestingLimit = 100

  /// A model with values for its parameters.
  struct Key: Hashable {
    let document: Int
    let path: DocumentPath
    let scope: Int?
    let given: [String: GivenParameter]
    let replaced: [String: Int]

    init(_ document: Int, _ path: DocumentPath, in scope: Int?, _ binding: Linker.Binding?) {
      self.document = document
      self.path = path
      self.scope = scope
      given = binding?.given ?? [:]
      replaced = binding?.replaced ?? [:]
    }
  }

  /// A definition, or a file.
  struct Place: Hashable {
    let document: Int
    let path: DocumentPath
    let scope: Int?
  }

  var units: [Key: Int] = [:]
  /// The bodies of custom operators.
  var bodies: [Key: Home] = [:]
  /// The number of bodies that have been inserted for operators.
  var bodyCount = 0
  /// The definitions that have instances.
  var used: Set<Place> = []
  /// The replaced names of files, with the places where they are replaced.
  var replacements: [(document: Int, name: String, user: Int, path: DocumentPath)] = []
  /// Whether the limit has been reported.
  var isFull = false
}

extension Linker {
  /// Returns the unit of a model with values for its parameters; equal values return the same unit.
  mutating func instance(
    of model: StreamModel<Value>, document: Int, path: DocumentPath, scope: Int?,
    binding: Binding?, make: (inout Linker) -> Int
  ) -> Int {
    // Values set from outside apply only to the stream that is played.
    if binding?.late.isEmpty == false { return make(&self) }
    let key = Instances.Key(document, path, in: scope, binding)
    if binding?.isCheck != true {
      let isNew =
        instances.used.insert(.init(document: document, path: path, scope: scope)).inserted
      if !isNew, let way = recursion(of: document, path, from: binding?.maker) {
        reportRecursion(way, at: binding)
        return makeMistaken()
      }
    }
    if let known = instances.units[key] { return known }
    guard countInstance() else { return makeMistaken() }
    documents.hasInstances = true
    let unit = make(&self)
    instances.units[key] = unit
    return unit
  }

  /// Counts an instance. If there are too many, returns false, and reports that once.
  mutating func countInstance() -> Bool {
    guard instances.units.count + instances.bodyCount >= Instances.limit else { return true }
    if !instances.isFull {
      instances.isFull = true
      documents.report(
        Diagnostic(
          .limit,
          "too many instances; the limit is \(Instances.limit) instances of streams "
            + "and operators with parameters"),
        in: 0)
    }
    return false
  }

  private mutating func makeMistaken() -> Int {
    add(StreamModel(source: .append([])), document: 0, path: [], enclosing: 0, label: nil)
  }

  /// Returns the names on the path from a model to a use of it inside itself; nil if the use is not
  /// inside it.
  func recursion(
    of document: Int, _ path: DocumentPath, from maker: Int?
  ) -> [String]? {
    var way: [String] = []
    var next = maker
    while let scope = next {
      let found = scopes[scope]
      if found.maker != nil || found.path == path && found.document == document {
        way.append(label(of: scope))
      }
      if found.path == path, found.document == document, !path.isRoot || document != 0 {
        return way.reversed()
      }
      next = found.maker ?? found.parent
    }
    return nil
  }

  private func label(of scope: Int) -> String {
    if case .key(let name)? = scopes[scope].path.components.last { return name.string }
    return documents.name(of: scopes[scope].document) ?? "this stream"
  }

  private mutating func reportRecursion(_ way: [String], at binding: Binding?) {
    guard let maker = binding?.maker else { return }
    let names = (way + [way[0]]).map { "'\($0.onOneLine)'" }
    let shown = names.count > 20 ? names.prefix(10) + ["…"] + names.suffix(9) : names[...]
    documents.report(
      Diagnostic(
        .cycle, "a cycle: \(shown.joined(separator: " → "))",
        hint: "a stream cannot contain itself", at: scopes[maker].path),
      in: scopes[maker].document)
  }

  /// Whether a definition still has to be checked after everything in use has been linked.
  mutating func isToCheck(_ index: Int, of scope: Int) -> Bool {
    if let unit = scopes[scope].units[index], units[unit].state != .untouched { return false }
    let definition = scopes[scope].definitions[index]
    let path = scopes[scope].path + [.key("definitions"), .key(Text(definition.name))]
    if let from = definition.model.aliasedFile, case .file(let name) = from.input,
      checkAlias(of: name, at: path, in: scope)
    {
      return false
    }
    let place = Instances.Place(document: scopes[scope].document, path: path, scope: scope)
    return !instances.used.contains(place)
  }

  /// Returns whether a definition names a file that is an operator. If nothing uses the file, it is
  /// linked here so that it is checked.
  private mutating func checkAlias(
    of name: String, at path: DocumentPath, in scope: Int
  ) -> Bool {
    let home = Home(document: scopes[scope].document, path: path, scope: scope, site: 0)
    guard let (document, model) = openedFile(name, from: home), model.source == .upstream else {
      return false
    }
    let place = Instances.Place(document: document, path: [], scope: nil)
    if instances.used.insert(place).inserted {
      _ = add(
        model, document: document, path: [], enclosing: nil,
        label: documents.name(of: document), binding: .unset)
    }
    return true
  }

  /// Returns the number and the model of a file. The caller reports its mistakes.
  private mutating func openedFile(
    _ name: String, from home: Home
  ) -> (document: Int, model: StreamModel<Value>)? {
    switch documents.open(name, from: home.document, at: home.path.appending("from")) {
    case .known(let index), .new(let index, _): documents.model(of: index).map { (index, $0) }
    case .mistaken: nil
    }
  }
}
