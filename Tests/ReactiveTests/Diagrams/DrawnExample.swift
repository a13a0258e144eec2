import Foundation
import Testing

/// A marble diagram in a doc comment: the inputs, the call, and the result.
///
///     -1-2|
///     map { $0 * 10 }
///     -a-b|    a: 10, b: 20
///
/// The notes of a line give the meanings of its symbols. Those of the call are inner diagrams.
struct DrawnExample: Sendable, CustomTestStringConvertible {
  struct Line: Sendable {
    var text: String
    var notes: [String: String] = [:]
  }

  let operatorName: String
  let inputs: [Line]
  let call: Line
  let result: Line

  var testDescription: String { call.text }

  fileprivate init?(operatorName: String, lines: [String]) {
    guard lines.count >= 2 else { return nil }
    let lines = lines.map(Line.init)
    self.operatorName = operatorName
    inputs = Array(lines.dropLast(2))
    call = lines[lines.count - 2]
    result = lines[lines.count - 1]
  }
}

extension DrawnExample.Line {
  /// Notes are at least four spaces after the text: `x: [1, a], y: [2, b]`.
  init(_ line: String) {
    guard let gap = line.range(of: "    ") else {
      self.init(text: line)
      return
    }
    self.init(text: String(line[..<gap.lowerBound]))
    let rest = line[gap.upperBound...].drop { $0 == " " }
    for match in rest.matches(of: /(?:^|, )(.): (.*?)(?=, .: |$)/) {
      notes[String(match.1)] = String(match.2)
    }
  }
}

/// The documentation of the publishers, as it is written in their sources.
struct DrawnExamples: Sendable {
  private(set) var examples: [DrawnExample] = []
  /// The names of all operators: the methods that extend `Publisher`.
  private(set) var operatorNames: Set<String> = []
  /// Indented lines that are not diagrams.
  private(set) var strays: [String] = []

  static let all: DrawnExamples = {
    var all = DrawnExamples()
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../..").standardized
    let files = [
      "Reactive/Publishers", "Reactive/Windows", "Patterns", "Joins", "Reactive/Combine",
      "ReactiveFoundation",
    ].flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: package.appending(path: "Sources/\(folder)"), includingPropertiesForKeys: nil))
        ?? []
    }
    for file in files.sorted(by: { $0.path < $1.path }) {
      all.read((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }
    return all
  }()

  private mutating func read(_ source: String) {
    var blocks: [[String]] = [[]]
    var isExtension = false
    for line in source.split(separator: "\n") {
      if line.hasPrefix("extension Publisher ") { isExtension = true }
      if line == "}" { isExtension = false }
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///     ") {
        blocks[blocks.count - 1].append(String(text.dropFirst(8)))
      } else if text.hasPrefix("///") {
        blocks.append([])
      } else if !text.hasPrefix("@") {
        let name = text.firstMatch(of: /^public func `?(\w+)/).map { String($0.1) }
        if let name, isExtension, line.hasPrefix("  public") { operatorNames.insert(name) }
        examples += blocks.compactMap { DrawnExample(operatorName: name ?? "", lines: $0) }
        strays += blocks.filter { $0.count == 1 }.joined()
        blocks = [[]]
      }
    }
  }
}
