public import Expressions
public import Values

/// A model that can play: its expressions are parsed and checked, its items planned. What cannot
/// play never becomes one.
///
/// A program is a value. It can be played any number of times, on any scheduler.
public struct Program: Sendable {
  let plan: Plan
  /// The node whose values come out.
  let output: Int
  /// What is known of the values that come out.
  public let type: ValueType

  /// Reads and checks a stream file's text. All its mistakes are reported at once: those of its
  /// structure, and those of the expressions in what could be read; a mistake of JSON's syntax alone.
  public init(_ source: SourceText) throws(Diagnostics) {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    self = try Program(model, from: source, beside: diagnostics)
  }

  /// Checks a model.
  public init<Element>(_ model: StreamModel<Element>) throws(Diagnostics) {
    self = try Program(model, from: nil, beside: model.findUnwritableValues())
  }

  /// Checks what could be read of a model, `beside` what was said about it then.
  private init<Element>(
    _ model: StreamModel<Element>, from source: SourceText?, beside diagnostics: Diagnostics
  ) throws(Diagnostics) {
    var diagnostics = diagnostics
    let context = CompileContext(path: DocumentPath())
    let stream =
      switch model.source {
      case .stream(let items):
        Self.add(items, to: context, collecting: &diagnostics)
      }
    let output = context.apply(model.operators, to: stream, collecting: &diagnostics)
    guard !diagnostics.hasErrors else { throw diagnostics.located(in: source) }
    plan = context.plan
    self.output = output.node
    type = output.type
  }
}

extension Program {
  private static func add<Element: Encodable>(
    _ items: StreamItems<Element>, to context: CompileContext,
    collecting diagnostics: inout Diagnostics
  ) -> Upstream {
    var compiler = ItemsCompiler(items)
    return compiler.add(to: context, collecting: &diagnostics)
  }
}

extension Diagnostics {
  /// Finds the places of mistakes of which only the path is known.
  func located(in source: SourceText?) -> Diagnostics {
    guard let source else { return self }
    let offsets = source.offsets(of: items.map(\.path))
    var located = self
    located.updateEach { index, diagnostic in
      guard diagnostic.location == nil, var offset = offsets[index] else { return }
      if let range = diagnostic.rangeInString {
        offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
      }
      diagnostic.location = SourceLocation(offset: offset, in: source)
    }
    located.sort()
    return located
  }
}
