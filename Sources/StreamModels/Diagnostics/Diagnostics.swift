/// The mistakes of a file, sorted by place.
public struct Diagnostics: Error, Sendable, Hashable {
  /// The maximum number of diagnostics that are stored; further ones are only counted.
  public static let limit = 100

  /// The diagnostics that are stored.
  public private(set) var items: [Diagnostic]
  /// The number of further diagnostics.
  public private(set) var omittedCount: Int
  private var warningCount = 0

  /// Creates a collection of diagnostics.
  public init(_ items: [Diagnostic] = []) {
    self.items = []
    omittedCount = 0
    for item in items { append(item) }
  }

  /// Whether there are no diagnostics.
  public var isEmpty: Bool { items.isEmpty }
  /// Whether one of the diagnostics is an error.
  public var hasErrors: Bool { items.contains { $0.severity == .error } }
  /// Whether no more errors are stored; a warning makes room for an error.
  package var isFull: Bool { !keepsWarnings && warningCount == 0 }
  /// Whether another warning would be stored.
  package var keepsWarnings: Bool { items.count < Self.limit }
  /// The number of diagnostics, including those that are not stored.
  public var count: Int { items.count + omittedCount }

  /// The codes of the stored diagnostics, without repetition, in order of first appearance.
  public var codes: [DiagnosticCode] {
    var seen: Set<DiagnosticCode> = []
    return items.map(\.code).filter { seen.insert($0).inserted }
  }

  /// Adds a diagnostic; beyond the limit, an error replaces the last warning.
  public mutating func append(_ diagnostic: Diagnostic) {
    if items.count >= Self.limit {
      omittedCount += 1
      guard diagnostic.severity == .error, warningCount > 0,
        let warning = items.lastIndex(where: { $0.severity == .warning })
      else { return }
      items.remove(at: warning)
      warningCount -= 1
    }
    if diagnostic.severity == .warning { warningCount += 1 }
    items.append(diagnostic)
  }

  /// Counts diagnostics without creating them.
  package mutating func countOmitted(_ count: Int = 1) {
    omittedCount += count
  }

  /// Adds all diagnostics of another collection.
  public mutating func append(contentsOf other: Diagnostics) {
    for item in other.items { append(item) }
    omittedCount += other.omittedCount
  }

  /// Removes the diagnostics for which a condition is true.
  package mutating func removeAll(where isUnwanted: (Diagnostic) -> Bool) {
    let omittedCount = omittedCount
    self = Diagnostics(items.filter { !isUnwanted($0) })
    self.omittedCount = omittedCount
  }

  /// Sorts by place; diagnostics at one place stay in the order in which they were found.
  package mutating func sort() {
    items = items.enumerated().sorted { left, right in
      let (a, b) = (left.element.location, right.element.location)
      guard let a, let b, a.file == b.file, a.offset != b.offset else {
        return left.offset < right.offset
      }
      return a.offset < b.offset
    }.map(\.element)
  }
}

extension Diagnostics: CustomStringConvertible {
  public var description: String {
    var lines = items.map(\.description)
    if omittedCount > 0 { lines.append("and \(omittedCount) more") }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostics {
  package mutating func updateEach(_ update: (Int, inout Diagnostic) -> Void) {
    for index in items.indices { update(index, &items[index]) }
  }
}
