import Console
import Pipelines
import Values

/// The tests of a file whose results differ from the previous results.
struct TestChanges {
  private var passing: [String] = []
  private var failing: [String] = []

  init(from old: FileResult, to new: FileResult) {
    let before = Dictionary(
      old.results.compactMap { result in result.title.map { ($0, result.kind.isGood) } },
      uniquingKeysWith: { $0 && $1 })
    for result in new.results {
      guard let title = result.title else { continue }
      let (was, now) = (before[title], result.kind.isGood)
      if now, was == false { passing.append(title) }
      if !now, was != false { failing.append(title) }
    }
  }

  /// Returns a line for each kind of change.
  func lines(style: TextStyle) -> [String] {
    var lines: [String] = []
    if !passing.isEmpty { lines.append(style.green("now passed: \(Self.list(passing))")) }
    if !failing.isEmpty { lines.append(style.red("now failed: \(Self.list(failing))")) }
    return lines
  }

  private static func list(_ titles: [String]) -> String {
    let listed = titles.prefix(5).map { "'\($0.onOneLine)'" }.joined(separator: ", ")
    return titles.count > 5 ? "\(listed) and \(titles.count - 5) more" : listed
  }
}
