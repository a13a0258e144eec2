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
    /// Any other name.
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
    case list([Index])
    case map([Entry])
    case call(Name, receiver: Index?, arguments: [Index])
    /// The variable of a macro, before the nodes that may use it; its range is a node before it.
    case binder(of: Index, level: Int)
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
  }

  /// A macro that evaluates an expression for every element of a list or every key of a map.
  struct Comprehension: Sendable {
    var macro: Macro
    var source: Index
    var binder: Index
    /// The condition, or for `map` what makes the new element.
    var body: Index
    /// The condition of `map` with three arguments.
    var filter: Index?
    /// How many macros are around this one.
    var level: Int
  }

  enum Macro: String, Sendable, CaseIterable {
    case all
    case exists
    case existsOne = "exists_one"
    case map
    case filter
  }

  var nodes: [Node] = []

  /// The whole expression.
  var root: Index { nodes.count - 1 }
}
