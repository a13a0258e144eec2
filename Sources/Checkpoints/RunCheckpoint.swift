package import Values

/// A checkpoint of a run: what it plays, what it has written, and the state of its playback.
package struct RunCheckpoint {
  /// The version of the format.
  package static let version = 1

  /// The first line of the file.
  private struct Header: Codable {
    /// The version of the format.
    var checkpoint = RunCheckpoint.version
    /// The version of the command.
    var tool: String
    /// The options on which the playback depends.
    var options: [String]
    /// Whether times count from 1970.
    var countsFrom1970: Bool
    /// Whether the run has ended, so that there is nothing to continue.
    var hasEnded: Bool
  }

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
  package private(set) var documents: [Document]
  package let outputs: SavedOutputs
  /// The state of the playback; nil if the run has ended.
  package private(set) var playback: PlaybackCheckpoint?

  package init(
    tool: String, options: [String], countsFrom1970: Bool, documents: [Document],
    outputs: SavedOutputs, playback: PlaybackCheckpoint?
  ) {
    self.countsFrom1970 = countsFrom1970
    self.tool = tool
    self.options = options
    self.documents = documents
    self.outputs = outputs
    self.playback = playback
  }
}

// MARK: - Lines

extension RunCheckpoint {
  private struct DocumentLine: Codable { let document: Document }
  private struct OutputsLine: Codable { let outputs: SavedOutputs }
  private struct PlaybackLine: Codable { let playback: PlaybackCheckpoint }

  /// The lines of the file as values, one for each stage.
  func lines() throws -> [Value] {
    let encoder = ValueEncoder()
    var lines = [
      try encoder.encode(
        Header(
          tool: tool, options: options, countsFrom1970: countsFrom1970, hasEnded: playback == nil))
    ]
    for document in documents { lines.append(try encoder.encode(DocumentLine(document: document))) }
    lines.append(try encoder.encode(OutputsLine(outputs: outputs)))
    guard var playback else { return lines }
    var runs: [Value] = []
    if case .object(let state) = playback.state, case .array(let all)? = state["runs"] {
      runs = all
      playback.state = .object(state.settingRuns([]))
    }
    let stages = playback.stages
    playback.stages = []
    lines.append(try encoder.encode(PlaybackLine(playback: playback)))
    for (run, number) in zip(runs, stages) {
      let place = number.map { Member(key: "operator", value: .int(Int64($0))) }
      lines.append(.object(Object([Member(key: "run", value: run)] + [place].compactMap(\.self))))
    }
    return lines
  }

  /// Puts a checkpoint together from its lines.
  init(lines: [Value]) throws {
    let decoder = ValueDecoder()
    guard let first = lines.first else { throw Trouble.incomplete }
    let header = try decoder.decode(Header.self, from: first)
    tool = header.tool
    countsFrom1970 = header.countsFrom1970
    options = header.options
    documents = []
    var outputs: SavedOutputs?
    var (runs, stages) = ([Value](), [Int?]())
    for line in lines.dropFirst() {
      guard case .object(let members) = line else { throw Trouble.incomplete }
      switch members.keys.first?.string {
      case "document": documents.append(try decoder.decode(DocumentLine.self, from: line).document)
      case "outputs": outputs = try decoder.decode(OutputsLine.self, from: line).outputs
      case "playback": playback = try decoder.decode(PlaybackLine.self, from: line).playback
      case "run":
        runs.append(members["run"] ?? .null)
        if case .int(let number)? = members["operator"] {
          stages.append(Int(exactly: number))
        } else {
          stages.append(nil)
        }
      default: throw Trouble.incomplete
      }
    }
    guard let outputs, header.hasEnded == (playback == nil) else { throw Trouble.incomplete }
    self.outputs = outputs
    if case .object(let state)? = playback?.state {
      playback?.state = .object(state.settingRuns(runs))
      playback?.stages = stages
    }
  }

  /// The reason why lines are not a checkpoint.
  enum Trouble: Error {
    case incomplete
  }
}

// MARK: - The same run

extension RunCheckpoint {
  /// Returns the reason why another run cannot continue this one, and a hint; nil if it can.
  package func difference(
    from options: [String], _ documents: [Document]
  ) -> (reason: String, hint: String)? {
    if let missing = self.options.first(where: { !options.contains($0) }) {
      return ("it was saved with '\(missing)'", "add it, or begin without '--resume'")
    }
    if let new = options.first(where: { !self.options.contains($0) }) {
      return ("it was saved without '\(new)'", "leave it out, or begin without '--resume'")
    }
    let hint = "restore the document, or begin without '--resume'"
    for (old, new) in zip(self.documents, documents) where old.text != new.text {
      let (oldLines, newLines) = (old.text.lines, new.text.lines)
      let same = zip(oldLines, newLines).prefix { $0 == $1 }.count
      let line = same < oldLines.count ? "'\(oldLines[same].trimmed)'" : "missing"
      return ("\(new.name):\(same + 1) has changed; when it was saved, the line was \(line)", hint)
    }
    if self.documents.count != documents.count {
      return ("the document imports other files than before", hint)
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

extension Object {
  /// Returns the state of a playback with other states of its stages.
  fileprivate func settingRuns(_ runs: [Value]) -> Object {
    Object(members.map { $0.key.string == "runs" ? Member(key: $0.key, value: .array(runs)) : $0 })
  }
}
