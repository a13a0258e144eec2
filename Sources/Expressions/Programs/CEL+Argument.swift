public import Values

extension CEL {
  /// The meaning of a name with a `$` in an expression: `$limit`.
  public struct Argument {
    fileprivate indirect enum Kind {
      case value(Parameter)
      case expression(String, [String: Argument])
    }

    fileprivate let kind: Kind

    /// Creates a name that stands for a value.
    public static func value(_ value: Value) -> Argument {
      Argument(kind: .value(.constant(value)))
    }

    /// Creates a name that stands for a CEL duration.
    public static func duration(_ duration: Duration) -> Argument {
      var buffer = ByteBuffer()
      buffer.appendSeconds(nanoseconds: duration.boundedNanoseconds)
      let text = "\(String(decoding: buffer.bytes, as: UTF8.self))s"
      return Argument(kind: .value(.duration(text, written: .string(Text(text)))))
    }

    /// Creates a name that stands for an expression of `$0` and `$1`, with its own parameters.
    public static func expression(
      _ text: String, _ parameters: [String: Argument] = [:]
    ) -> Argument {
      Argument(kind: .expression(text, parameters))
    }
  }
}

extension ParameterScope {
  /// Creates the scope of the arguments of an expression; nil if there are none.
  init?(arguments: [String: CEL.Argument]) {
    guard !arguments.isEmpty else { return nil }
    var table = ParameterTable()
    let level = Self.add(arguments, to: &table)
    self.init(table, level: level)
  }

  /// Adds a level with the arguments, and one for those of each expression among them. Returns its
  /// number. The recursion is as deep as the source code that specifies the arguments.
  private static func add(
    _ arguments: [String: CEL.Argument], to table: inout ParameterTable
  ) -> Int {
    let level = table.addLevel(inside: nil)
    table.declareParameters(at: level)
    for (name, argument) in arguments {
      let parameter: Parameter =
        switch argument.kind {
        case .value(let parameter): parameter
        case .expression(let text, let inner):
          .expression(
            GivenExpression(text, level: add(inner, to: &table), at: nil, site: 0))
        }
      table.set(name, to: parameter, from: nil, at: level)
    }
    return level
  }
}
