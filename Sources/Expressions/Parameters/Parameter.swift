package import Values

/// A name that an expression reads with a `$` and that stands for something known before the
/// expression is evaluated.
package enum Parameter: Sendable {
  case constant(Value)
  /// A duration: the text of a CEL duration, `90s`, and the value as it is written.
  case duration(String, written: Value)
  /// A function of the values `$0` and `$1`.
  case expression(GivenExpression)
  /// A stream. No expression can read it.
  case stream
  /// A parameter whose value is not known, because of a mistake that has already been reported or
  /// because nothing has set it.
  case unknown
}

/// An expression that is the value of a parameter.
package struct GivenExpression: Sendable, Hashable {
  /// The text of the expression.
  package let text: String
  /// The level whose parameters its names are looked up in.
  package let level: Int
  /// The place of the text, if it is in a document.
  package let place: ExpressionPlace?
  /// The body, numbered by the client, in which the expression was given. The operators around that
  /// body provide its `$key`, `$outer` and `$error`.
  package let site: Int

  package init(_ text: String, level: Int, at place: ExpressionPlace?, site: Int) {
    self.text = text
    self.level = level
    self.place = place
    self.site = site
  }
}

/// All parameters of a document, level by level. An inner level sees the parameters of the outer
/// levels.
package struct ParameterTable: Sendable {
  /// A parameter, and the place where it was given its value.
  package struct Entry: Sendable {
    package let parameter: Parameter
    package let place: ExpressionPlace?
  }

  private struct Level: Sendable {
    let parent: Int?
    var parameters: [String: Entry] = [:]
    /// Whether there are no names here or further out.
    var isEmpty: Bool
  }

  private var levels: [Level] = []

  package init() {}

  /// Adds a level inside another one. Without a parent, it is the outermost level of a file.
  /// Returns its number.
  package mutating func addLevel(inside parent: Int?) -> Int {
    let isEmpty = parent.map { levels[$0].isEmpty } ?? true
    levels.append(Level(parent: parent, isEmpty: isEmpty))
    return levels.count - 1
  }

  /// Records that a level has parameters, before the first of them is set.
  package mutating func declareParameters(at level: Int) {
    levels[level].isEmpty = false
  }

  package mutating func set(
    _ name: String, to parameter: Parameter, from place: ExpressionPlace?, at level: Int
  ) {
    levels[level].parameters[name] = Entry(parameter: parameter, place: place)
  }

  /// Whether no parameter is visible from a level.
  package func isEmpty(at level: Int) -> Bool { levels[level].isEmpty }

  /// Returns the parameter with a name, without its `$`, that is visible from a level.
  package func entry(named name: String, from level: Int) -> Entry? {
    var next: Int? = level
    while let level = next, !levels[level].isEmpty {
      if let found = levels[level].parameters[name] { return found }
      next = levels[level].parent
    }
    return nil
  }

  /// Returns the names visible from a level, sorted.
  package func names(from level: Int) -> [String] {
    var names: Set<String> = []
    var next: Int? = level
    while let level = next {
      names.formUnion(levels[level].parameters.keys)
      next = levels[level].parent
    }
    return names.sorted()
  }
}

/// The parameters that an expression can see.
package struct ParameterScope: Sendable {
  let table: ParameterTable
  var level: Int

  package init(_ table: ParameterTable, level: Int) {
    self.table = table
    self.level = level
  }

  /// Returns the parameter of a name with its `$`; nil if there is none.
  func parameter(named name: String) -> Parameter? {
    table.entry(named: String(name.dropFirst()), from: level)?.parameter
  }

  /// The names of the parameters, with their `$`.
  package var names: [String] { table.names(from: level).map { "$\($0)" } }
}
