import Values

/// A parsed expression, as a list of nodes. Operands come before the nodes that use them.
///
/// Traversing a tree is a single pass over a list, so its depth never uses the stack.
struct SyntaxTree: Sendable {
  typealias Index = Int

  struct Node: Sendable {
    var kind: Kind
    /// The range of the node, in Unicode scalars of the text, without parentheses around it.
    var range: Range<Int>
  }

  enum Kind: Sendable {
    case literal(Value)
    case variable(Variable)
    /// `%d` or a similar placeholder, which stands for the argument with this number.
    case form(Int)
    /// Any other name. It contains dots if a variable or a type with that name exists.
    case name(Text)
    /// The variable of an enclosing macro.
    case binding(Index)
    case unary(UnaryOperator, Index)
    case binary(BinaryOperator, Index, Index)
    /// `&&` with two or more operands.
    case all([Index])
    /// `||` with two or more operands.
    case any([Index])
    case conditional(condition: Index, success: Index, failure: Index)
    case field(Index, Name)
    /// `has(a.b)`.
    case presence(Index, Name)
    case index(Index, Index)
    /// `a.?b`.
    case optionalField(Index, Name)
    /// `a[?b]`.
    case optionalIndex(Index, Index)
    case list([Index])
    /// `?a` in a list. It becomes an element only if the optional has a value.
    case optionalElement(Index)
    case map([Entry])
    case call(Name, receiver: Index?, arguments: [Index])
    /// The variable of a macro. It comes before the nodes that may use it and after the macro's
    /// source.
    case binder(Binder)
    case comprehension(Comprehension)
  }

  /// A name and its range.
  struct Name: Sendable {
    var text: Text
    var range: Range<Int>
  }

  struct Entry: Sendable {
    var key: Index
    var value: Index
    /// Whether it is `{?key: value}`. It becomes an entry only if the optional has a value.
    var isOptional = false
  }

  struct Binder: Sendable {
    var source: Index
    /// The number of macro variables around this one.
    var level: Int
    var role: Role

    /// How the variable relates to the macro's source.
    enum Role: Sendable {
      /// An element of a list, or a key of a map.
      case element
      /// The first of two variables: the index of a list's element, or a key of a map.
      case position
      /// The second of two variables: an element of a list, or the value for a key of a map.
      case value
      /// The source itself.
      case whole
      /// The value inside an optional.
      case wrapped
    }
  }

  /// A macro: an expression with its own variable, usually evaluated for every element of a list or
  /// every key of a map.
  struct Comprehension: Sendable {
    var macro: Macro
    var source: Index
    var binder: Index
    /// The second variable, if there are two.
    var second: Index?
    /// The condition, or the expression of the new element.
    var body: Index
    /// The condition of a macro that creates elements, if it has one.
    var filter: Index?
  }

  var nodes: [Node] = []
  /// The expressions of parameters that were parsed in place of the parameters, in the order of
  /// their scalars.
  var insertions: [Insertion] = []
  /// The parameters that are durations. Beside a number, they are numbers of seconds.
  var spans: Set<Index> = []
  /// The maximum number of macro variables in scope at one place.
  var macroDepth = 0

  /// The keys of all map literals.
  var keys: Set<Index> {
    Set(
      nodes.flatMap { node -> [Index] in
        if case .map(let entries) = node.kind { entries.map(\.key) } else { [] }
      })
  }

  /// The node of the whole expression.
  var root: Index { nodes.count - 1 }
}
