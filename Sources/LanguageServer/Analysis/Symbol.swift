import Pipelines
import Values

/// Something that has a name in a stream file and is referred to elsewhere.
struct Symbol: Hashable {
  enum Kind {
    /// A stream or a custom operator.
    case definition
    case parameter
    /// An input, whose records come from outside.
    case input
    /// A hot stream of late values, or of values on which an expression failed.
    case sideOutput
    /// A stream file.
    case file
  }

  let kind: Kind
  /// The path of the file.
  let file: String
  /// The path of the model that declares it. It is the path of the document, except for a
  /// definition or a parameter.
  let model: DocumentPath
  let name: String
}

/// A place where a symbol is named.
struct Occurrence {
  let symbol: Symbol
  /// The range of the name, without quotes, without a `$` and without a file before it.
  let range: Range<Int>
  /// Whether the symbol is given its name here.
  var isDeclaration = false
  /// The node that names it.
  let node: Int
}
