import Checking
import Expressions
import StreamModels
import Values

/// A parameter of the file as a parameter of a function, or as a property of the type.
struct SwiftParameter {
  let name: String
  /// A sentence about the places where its value is a constant; nil if there are none.
  let remark: String?
  private let declaration: ParameterDeclaration?
  private let inForce: Parameter?

  init(_ name: String, at level: Int, in writer: SwiftWriter) {
    self.name = writer.name(of: name, at: level)
    remark = writer.remark(about: name, at: level)
    declaration = writer.linker.scopes[level].declarations.first { $0.name == name }
    inForce = writer.linker.parameters.entry(named: name, from: level)?.parameter
  }

  /// Whether it is a value. Expressions and streams are written where they are used.
  var isValue: Bool {
    switch inForce {
    case .constant, .duration: true
    case .expression, .stream, .unknown, nil: false
    }
  }

  var isDuration: Bool {
    if case .duration = inForce { true } else { false }
  }

  /// The type in Swift.
  var type: String {
    if isDuration { return "Duration" }
    return switch declaration?.kind {
    case .bool: "Bool"
    case .int: "Int"
    case .string: "String"
    default: "Value"
    }
  }

  /// The parameter as a duration; nil if it is neither a duration nor a whole number of seconds.
  var duration: SwiftCode? {
    if isDuration { return .atom(name) }
    return type == "Int" ? .call(".seconds", [.atom(name)]) : nil
  }

  /// Returns the parameter as the value for a parameter of another type; nil if it does not fit.
  func converted(to other: String) -> SwiftCode? {
    switch (type, other) {
    case _ where type == other: .atom(name)
    case ("Int", "Duration"): duration
    case ("Bool", "Value"): .call(".bool", [.atom(name)])
    case ("Int", "Value"): .call(".int", [.call("Int64", [.atom(name)])])
    case ("String", "Value"): .call(".string", [.call("Text", [.atom(name)])])
    default: nil
    }
  }

  var documentation: String? { declaration?.description }

  /// The current value.
  var code: SwiftCode? {
    switch inForce {
    case .duration(_, let written):
      ParameterDeclaration.nanoseconds(of: written).map { .duration($0) }
    case .constant(let value): SwiftCode.value(value)
    case .expression, .stream, .unknown, nil: nil
    }
  }

  /// The value in the declaration; nil if there is none, or if it depends on another parameter.
  var defaultCode: SwiftCode? {
    guard let value = declaration?.value else { return nil }
    guard value.parameterNames.isEmpty else { return nil }
    if isDuration { return ParameterDeclaration.nanoseconds(of: value).map { .duration($0) } }
    if case .string(let text) = value, let literal = text.string.literalReference {
      return .string(literal)
    }
    return SwiftCode.value(value)
  }

  /// The value of the parameter as an argument of an expression.
  var argument: SwiftCode {
    let value =
      switch type {
      case "Duration": ".duration(\(name))"
      case "Bool": ".value(.bool(\(name)))"
      case "Int": ".value(.int(Int64(\(name))))"
      case "String": ".value(.string(Text(\(name))))"
      default: ".value(\(name))"
      }
    return .atom(value)
  }
}
