import Values

/// What an expression says, as a list of nodes in which operands stand before what uses them.
///
/// Whoever goes through a tree goes through a list, once: depth never uses the stack.
struct SyntaxTree: Sendable {
  typealias Index = Int

  struct Node: Sendable {
    var kind: Kind
    /// Where the node stands, in Unicode scalars of the text, without parentheses around it.
    var range: Range<Int>
  }

  enum Kind: Sendable {
    case literal(Value)
    case variable(Variable)
    /// `%d` or its like, which stands for the argument of this number.
    case form(Int)
    /// Any other name; it has dots if a variable or a type of such a name exists.
    case name(Text)
    /// The variable of a macro around this place.
    case binding(Index)
    case unary(UnaryOperator, Index)
    case binary(BinaryOperator, Index, Index)
    /// `&&` of two or more.
    case all([Index])
    /// `||` of two or more.
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
    /// `?a` in a list: an element only if the optional has a value.
    case optionalElement(Index)
    case map([Entry])
    case call(Name, receiver: Index?, arguments: [Index])
    /// The variable of a macro, before the nodes that may use it; its source is a node before it.
    case binder(Binder)
    case comprehension(Comprehension)
  }

  /// A name and where it stands.
  struct Name: Sendable {
    var text: Text
    var range: Range<Int>
  }

  struct Entry: Sendable {
    var key: Index
    var value: Index
    /// Whether it is `{?key: value}`, an entry only if the optional has a value.
    var isOptional = false
  }

  struct Binder: Sendable {
    var source: Index
    /// How many variables of macros are around this one.
    var level: Int
    var role: Role

    /// What the variable is of the macro's source.
    enum Role: Sendable {
      /// An element of a list, or a key of a map.
      case element
      /// Of two variables: the index of a list's element, or a key of a map.
      case position
      /// Of two variables: an element of a list, or what a map holds for a key.
      case value
      /// The source itself.
      case whole
      /// What is inside an optional.
      case wrapped
    }
  }

  /// A macro: an expression with a variable of its own, mostly evaluated for every element of a
  /// list or every key of a map.
  struct Comprehension: Sendable {
    var macro: Macro
    var source: Index
    var binder: Index
    /// The second variable, if there are two.
    var second: Index?
    /// The condition, or what makes the new element.
    var body: Index
    /// The condition of a macro that makes something, if it has one.
    var filter: Index?
  }

  var nodes: [Node] = []
  /// How many variables of macros are in scope at one place, at most.
  var macroDepth = 0

  /// The keys of all maps that are written in place.
  var keys: Set<Index> {
    Set(
      nodes.flatMap { node -> [Index] in
        if case .map(let entries) = node.kind { entries.map(\.key) } else { [] }
      })
  }

  /// The whole expression.
  var root: Index { nodes.count - 1 }
}
