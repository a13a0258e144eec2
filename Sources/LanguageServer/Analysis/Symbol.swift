import Pipelines
import Values

/// Something that has a name in a stream file and is named elsewhere.
struct Symbol: Hashable {
  enum Kind {
    /// A stream or an operator of one's own.
    case definition
    case parameter
    /// An input, whose records come from outside.
    case input
    /// A hot stream of late values, or of those on which an expression failed.
    case sideOutput
    /// A stream file.
    case file
  }

  let kind: Kind
  /// The path of the file.
  let file: String
  /// The path of the model that declares it; that of the document, unless it is a definition or a
  /// parameter.
  let model: DocumentPath
  let name: String
}

/// A place where a symbol is named.
struct Occurrence {
  let symbol: Symbol
  /// The range of the name, without quotes, a `$` and a file before it.
  let range: Range<Int>
  /// Whether the symbol gets its name here.
  var isDeclaration = false
  /// The node that names it.
  let node: Int
}
