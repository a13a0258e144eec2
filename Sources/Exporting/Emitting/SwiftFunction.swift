import StreamModels

/// A function of the written type, with the part of its body that has been written.
final class SwiftFunction {
  /// A name that the function reads but does not define. Its callers pass it on.
  enum FreeName: Hashable {
    case outer, error, key, group
    /// A parameter of the file: the level that declares it, and its name.
    case parameter(level: Int, name: String)
  }

  /// The level of the parameters that belong to the function itself.
  let level: Int?
  private(set) var freeNames: [FreeName] = []
  /// The spellings of names at the place that is being written, where closures define them.
  private var spellings: [FreeName: String] = [:]

  /// The depth to which publishers without their own functions are nested in it.
  private(set) var depth = 0

  /// The number of constants in its body.
  private var partCount = 0

  init(level: Int?) {
    self.level = level
  }

  /// Returns the name of a new constant.
  func nextPart() -> String {
    partCount += 1
    return "part\(partCount)"
  }

  /// Notes that it contains a publisher with a depth.
  func contain(_ depth: Int) {
    self.depth = max(self.depth, depth)
  }

  /// Notes that a name is read.
  func read(_ need: FreeName) {
    if case .parameter(let level, _) = need, level == self.level { return }
    if !freeNames.contains(need) { freeNames.append(need) }
  }

  /// Notes that a name is read, and returns its spelling.
  func spelling(of need: FreeName) -> String {
    read(need)
    return spellings[need] ?? "\(need)"
  }

  /// Writes the contents of a closure that defines some names, with their spellings. Returns the
  /// names that are read there.
  func inside<Result>(
    _ names: [FreeName: String], _ write: () throws(Diagnostics) -> Result
  ) throws(Diagnostics) -> (Result, read: Set<FreeName>) {
    // Names that are read inside are collected separately, to find out whether the closure's own
    // names are.
    let outer = (freeNames, spellings)
    freeNames = []
    spellings.merge(names) { $1 }
    let result = try write()
    let inside = freeNames
    (freeNames, spellings) = outer
    for need in inside where names[need] == nil { read(need) }
    return (result, Set(inside).intersection(names.keys))
  }
}
