import Expressions
import Values

extension ParameterDeclaration {
  /// Returns the mistake in a name that a parameter cannot have, and a hint; nil for a valid name.
  package static func mistake(inName name: String) -> (message: String, hint: String?)? {
    let shown = name.abbreviated
    if ["time", "key", "outer", "error", "group"].contains(name) {
      return (
        "'\(shown)' is a name of the format, expected another name for a parameter",
        "'$\(shown)' already has a meaning"
      )
    }
    guard !name.isIdentifier else { return nil }
    return (
      "'\(shown)' cannot be the name of a parameter, expected letters, digits and '_'", nil
    )
  }

  /// The string of the CEL duration that expressions receive; nil if the value is not a duration.
  package var durationText: String? {
    guard kind == .duration, let nanoseconds = value.flatMap(Self.nanoseconds) else { return nil }
    return "\(Seconds(nanoseconds: nanoseconds).text)s"
  }
}
