/// Finds the name that was probably intended.
package enum Suggestion {
  /// Returns "did you mean 'filter'?", if one of the names is similar enough.
  package static func hint(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean '\($0)'?" }
  }

  /// Returns the name that takes the fewest changes; if several do, the first. If no name is
  /// similar, returns the only name that begins or ends with this one; nil if there is none.
  package static func nearest(to name: String, among names: [String]) -> String? {
    if let nearest = NearestName(to: name, among: names).name { return nearest }
    let part = name.lowercased()
    guard part.count > 2, part.count <= 64 else { return nil }
    // Three letters can only be an abbreviation, not the end of a name: 'end' does not suggest
    // 'append'.
    let wholes = names.map { ($0, $0.lowercased()) }.filter { _, whole in
      whole.hasPrefix(part) || part.count > 3 && whole.hasSuffix(part)
    }.map(\.0)
    return wholes.count == 1 ? wholes[0] : nil
  }

  /// Returns "there are 'value' and 'operators'", for a name that is not similar to any.
  package static func list(of names: [String]) -> String {
    "there \(names.count > 1 ? "are" : "is only") \(enumeration(of: names))"
  }

  /// Returns "'value' and 'operators'".
  package static func enumeration(of names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// Returns names as a choice: `1, 2 or 3`.
  package static func choice(of names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
