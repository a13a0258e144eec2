/// A valid combination of parameters.
///
/// A spec states it as names: `every?` can be left out, and of `gap|maximum|count`, one or more are
/// present.
package struct OperatorForm {
  package private(set) var required: Set<String> = []
  package private(set) var optional: Set<String> = []
  package private(set) var choices: [Set<String>] = []

  package init(_ names: [String]) {
    for name in names {
      let alternatives = name.split(separator: "|").map(String.init)
      if alternatives.count > 1 {
        choices.append(Set(alternatives))
      } else if name.hasSuffix("?") {
        optional.insert(String(name.dropLast()))
      } else {
        required.insert(name)
      }
    }
  }

  /// A form in which each bit represents the parameter with that index.
  struct Bits: Sendable {
    let required: UInt64
    let allowed: UInt64
    let choices: [UInt64]

    /// Returns whether these parameters are a valid combination.
    func accepts(_ given: UInt64) -> Bool {
      given & required == required && given & ~allowed == 0
        && choices.allSatisfy { $0 & given != 0 }
    }
  }

  /// Returns the form for parameters with these names, for quick checks.
  func bits(of parameters: [String]) -> Bits {
    func bits(_ names: Set<String>) -> UInt64 {
      parameters.indices.reduce(0) { $0 | (names.contains(parameters[$1]) ? 1 << UInt64($1) : 0) }
    }
    return Bits(required: bits(required), allowed: bits(names), choices: choices.map(bits))
  }

  /// The names of all its parameters.
  package var names: Set<String> { choices.reduce(required.union(optional)) { $0.union($1) } }

  /// Returns whether these parameters are a valid combination, none missing and none too many.
  package func accepts(_ given: Set<String>) -> Bool {
    required.isSubset(of: given) && given.isSubset(of: names)
      && choices.allSatisfy { !$0.isDisjoint(with: given) }
  }
}
