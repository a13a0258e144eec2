import Expressions

/// Finds the name that somebody probably meant.
package enum Suggestion {
  /// "did you mean 'filter'?", if one of the names is near enough.
  package static func hint(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean '\($0)'?" }
  }

  /// The name with the fewest changes, of equally near ones the first, else the only one of which
  /// this is the beginning or the end; nil if none is near.
  package static func nearest(to name: String, among names: [String]) -> String? {
    if let nearest = NearestName(to: name, among: names).name { return nearest }
    let part = name.lowercased()
    guard part.count > 2, part.count <= 64 else { return nil }
    // Three letters are an abbreviation at most, and no end of a name: 'end' is not 'append'.
    let wholes = names.map { ($0, $0.lowercased()) }.filter { _, whole in
      whole.hasPrefix(part) || part.count > 3 && whole.hasSuffix(part)
    }.map(\.0)
    return wholes.count == 1 ? wholes[0] : nil
  }

  /// "there are 'value' and 'operators'", for a name that is near to none.
  package static func list(of names: [String]) -> String {
    "there \(names.count > 1 ? "are" : "is only") \(enumeration(of: names))"
  }

  /// "'value' and 'operators'".
  package static func enumeration(of names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}
