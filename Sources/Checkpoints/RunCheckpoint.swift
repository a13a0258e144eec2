import Expressions
import Records
package import Values

/// A run without the state of its playback: its documents, its options, and its outputs.
package struct RunDescription {
  /// The version of the format, and those that can be read.
  package static let version = 2
  package static let readableVersions = 1...2

  /// A stream file that is played, or that one of these imports.
  package struct Document: Codable, Equatable {
    package let name: String
    package let text: String

    package init(_ source: SourceText) {
      name = source.name
      text = String(decoding: source.bytes, as: UTF8.self)
    }
  }

  /// The version of the command.
  package let tool: String
  /// The options on which the playback depends.
  package let options: [String]
  /// Whether times count from 1970.
  package let countsFrom1970: Bool
  package let documents: [Document]
  package let outputs: SavedOutputs

  package init(
    tool: String, options: [String], countsFrom1970: Bool, documents: [Document],
    outputs: SavedOutputs
  ) {
    self.tool = tool
    self.options = options
    self.countsFrom1970 = countsFrom1970
    self.documents = documents
    self.outputs = outputs
  }
}

/// A checkpoint of a run.
package struct RunCheckpoint {
  package let run: RunDescription
  /// The state of the playback; nil if the run has ended.
  package let playback: PlaybackCheckpoint?
}

// MARK: - Lines

/// The first line of the file.
private struct Header: Codable {
  /// The version of the format.
  var checkpoint = RunDescription.version
  /// The version of the command.
  var tool: String
  /// The options on which the playback depends.
  var options: [String]
  /// Whether times count from 1970.
  var countsFrom1970: Bool
  /// Whether the run has ended, so that there is nothing to continue.
  var hasEnded: Bool
}

private struct DocumentLine: Codable { let document: RunDescription.Document }
private struct OutputsLine: Codable { let outputs: SavedOutputs }
private struct PlaybackLine: Codable { let playback: PlaybackCheckpoint.Head }
/// The line after the runs.
private struct OperatorsLine: Codable { let operators: [SavedOperator] }

/// A playback whose state can be written.
package protocol WritablePlayback {
  var head: PlaybackCheckpoint.Head { get }
  /// Writes a line for each run, and returns the operators to which they belong.
  func writeRuns(to lines: CheckpointLines) throws -> [SavedOperator]
}

extension RunDescription {
  /// Writes the lines of a checkpoint; without a playback, the run has ended.
  func write(with playback: (any WritablePlayback)?, to lines: CheckpointLines) throws {
    try lines.add(
      Header(
        tool: tool, options: options, countsFrom1970: countsFrom1970, hasEnded: playback == nil))
    for document in documents { try lines.add(DocumentLine(document: document)) }
    try lines.add(OutputsLine(outputs: outputs))
    guard let playback else { return }
    try lines.add(PlaybackLine(playback: playback.head))
    let operators = try playback.writeRuns(to: lines)
    try lines.add(OperatorsLine(operators: operators))
  }
}

extension RunCheckpoint {
  /// The reason why lines are not a checkpoint.
  enum Trouble: Error {
    case incomplete
  }

  /// Puts a checkpoint together from its lines.
  init(lines: ArraySlice<UInt8>) throws {
    let decoder = ValueDecoder()
    let newline = UInt8(ascii: "\n")
    var rest = lines
    func takeLine() throws -> (key: String, value: Value) {
      guard let end = rest.firstIndex(of: newline), let value = Value(line: rest[..<end]),
        case .object(let members) = value, let key = members.keys.first
      else { throw Trouble.incomplete }
      rest = rest[(end + 1)...]
      return (key.string, value)
    }
    let header = try decoder.decode(Header.self, from: try takeLine().value)
    var documents: [RunDescription.Document] = []
    var line = try takeLine()
    while line.key == "document" {
      documents.append(try decoder.decode(DocumentLine.self, from: line.value).document)
      line = try takeLine()
    }
    run = RunDescription(
      tool: header.tool, options: header.options, countsFrom1970: header.countsFrom1970,
      documents: documents,
      outputs: try decoder.decode(OutputsLine.self, from: line.value).outputs)
    guard !header.hasEnded else {
      playback = nil
      return
    }
    let head = try decoder.decode(PlaybackLine.self, from: try takeLine().value).playback
    guard head.isPlausible, let last = rest.dropLast().lastIndex(of: newline),
      let operators = Value(line: rest[(last + 1)...].dropLast())
    else { throw Trouble.incomplete }
    playback = PlaybackCheckpoint(
      head: head, runs: Array(rest[...last]),
      operators: try decoder.decode(OperatorsLine.self, from: operators).operators)
  }
}

extension PlaybackCheckpoint.Head {
  /// Whether all counts and positions can be those of a playback. Others would overflow.
  fileprivate var isPlausible: Bool {
    let counts = 0...(1 << 53)
    return counts.contains(valueCount)
      && (inputs?.inputs ?? []).compactMap(\.position).allSatisfy { position in
        [position.count, position.line, position.offset].allSatisfy(counts.contains)
          && (0...FileMark.size).contains(position.file?.headSize ?? 0)
      }
  }
}

// MARK: - The same run

extension RunDescription {
  /// The difference of another run.
  package struct Difference {
    package let reason: String
    package let hint: String
    /// Whether only documents and parameters differ, so that the same operators can continue.
    package let canBeCarried: Bool
  }

  /// Returns the reason why another run cannot simply continue this one; nil if it can.
  package func difference(
    from options: [String], _ documents: [Document]
  ) -> Difference? {
    let isParameter = { (option: String) in option.hasPrefix("--set ") }
    let missing = self.options.filter { !options.contains($0) }
    let added = options.filter { !self.options.contains($0) }
    if let option = missing.first(where: { !isParameter($0) }) {
      return Difference(
        reason: "it was saved with '\(option)'", hint: "add it, or begin without '--resume'",
        canBeCarried: false)
    }
    if let option = added.first(where: { !isParameter($0) }) {
      return Difference(
        reason: "it was saved without '\(option)'",
        hint: "leave it out, or begin without '--resume'", canBeCarried: false)
    }
    let carrying = "let it continue with '--resume-changed', or begin without '--resume'"
    if let option = missing.first ?? added.first {
      return Difference(
        reason: "it was saved with\(missing.isEmpty ? "out" : "") '\(option)'",
        hint: "restore it, \(carrying)", canBeCarried: true)
    }
    let hint = "restore the document, \(carrying)"
    for (old, new) in zip(self.documents, documents) where old.text != new.text {
      let (oldLines, newLines) = (old.text.lines, new.text.lines)
      let same = zip(oldLines, newLines).prefix { $0 == $1 }.count
      let line = same < oldLines.count ? "'\(oldLines[same].trimmed)'" : "missing"
      return Difference(
        reason: "\(new.name):\(same + 1) has changed; when it was saved, the line was \(line)",
        hint: hint, canBeCarried: true)
    }
    if self.documents.count != documents.count {
      return Difference(
        reason: "the document imports other files than before", hint: hint, canBeCarried: true)
    }
    return nil
  }
}

extension String {
  fileprivate var lines: [Substring] {
    split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let rest = drop { $0 == " " }
    return rest.prefix(60)
  }
}
