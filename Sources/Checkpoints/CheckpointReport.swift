package import Reactive
import Records
import StreamModels
package import Values

/// A checkpoint, as people and programs read it.
package struct CheckpointReport {
  private let checkpoint: RunCheckpoint
  private let file: String
  private let stages: [CheckpointSummary.Stage]
  /// Returns an instant as a part of a sentence.
  private let phrase: (Instant) -> String

  package init(
    of checkpoint: RunCheckpoint, in file: String, phrase: @escaping (Instant) -> String
  ) {
    self.checkpoint = checkpoint
    self.file = file
    self.phrase = phrase
    stages = CheckpointSummary(of: checkpoint).stages
  }

  // MARK: For people

  /// When the run was saved.
  private var head: String {
    guard let playback = checkpoint.playback else { return "\(file): the run has ended" }
    let count = "\(playback.head.valueCount) \(playback.head.valueCount == 1 ? "value" : "values")"
    return "\(file): saved at \(phrase(playback.head.instant)), after \(count)"
  }

  package var text: String {
    var lines = [head]
    for input in inputs {
      lines.append("  input '\(input.name)': \(phrase(of: input.position))")
    }
    for output in checkpoint.run.outputs.files {
      guard let length = output.length else { continue }
      lines.append("  output '\(output.path ?? "-")': \(length) bytes")
    }
    for output in checkpoint.run.outputs.outputs ?? [] {
      lines.append(
        "  output '\(output.name)': \(output.valueCount) values, \(output.files.count) files")
    }
    lines += stages.map { "  \(name(of: $0)): \(phrase(of: $0))" }
    return lines.map { "\($0.onOneLine)\n" }.joined()
  }

  private func phrase(of position: ReadingPosition?) -> String {
    guard let position else { return "a pipe, which continues with what comes next" }
    guard let file = position.file else { return "record \(position.count)" }
    return "'\(file.path)', line \(position.line), byte \(position.offset)"
  }

  private func name(of stage: CheckpointSummary.Stage) -> String {
    guard let location = stage.location else { return "the stream itself" }
    let place = "\(location.file):\(location.line):\(location.column)"
    return "\(stage.name ?? "the source") at \(place)"
  }

  private func phrase(of stage: CheckpointSummary.Stage) -> String {
    var parts: [String] = []
    switch stage.kind {
    case .stages: if stage.count > 1 { parts.append("\(stage.count) stages") }
    case .keys: parts.append(stage.count == 1 ? "1 key" : "\(stage.count) keys")
    case .streams: parts.append(stage.count == 1 ? "1 stream" : "\(stage.count) streams")
    }
    if let next = stage.next {
      let count = stage.timerCount == 1 ? "1 timer" : "\(stage.timerCount) timers"
      parts.append("\(count), next at \(phrase(next))")
    }
    parts.append("\(stage.byteCount) bytes")
    return parts.joined(separator: ", ")
  }

  /// Returns the differences of a later state.
  package func changes(to later: CheckpointReport) -> String {
    var lines = [head, later.head]
    let names = stages.map(name)
    for stage in later.stages {
      let name = later.name(of: stage)
      let old = names.firstIndex(of: name).map { stages[$0] }
      guard old?.checksum != stage.checksum else { continue }
      let before = old.map { "\(phrase(of: $0)); then " } ?? "new: "
      lines.append("  \(name): \(before)\(later.phrase(of: stage))")
    }
    let rest = Set(later.stages.map(later.name))
    lines += names.filter { !rest.contains($0) }.map { "  \($0): gone" }
    if lines.count == 2 { lines.append("  the operators hold the same") }
    return lines.map { "\($0.onOneLine)\n" }.joined()
  }

  // MARK: For programs

  package var json: Value {
    var members = [Member(key: "file", value: .string(Text(file)))]
    members.append(Member(key: "hasEnded", value: .bool(checkpoint.playback == nil)))
    if let playback = checkpoint.playback {
      members.append(Member(key: "time", value: Self.seconds(playback.head.instant)))
      members.append(Member(key: "valueCount", value: .int(Int64(playback.head.valueCount))))
    }
    members.append(Member(key: "inputs", value: .array(inputs.map(Self.json))))
    members.append(Member(key: "outputs", value: .array(outputs)))
    members.append(Member(key: "operators", value: .array(stages.map(Self.json))))
    return .object(Object(members))
  }

  private var inputs: [InputPositions.Input] { checkpoint.playback?.head.inputs?.inputs ?? [] }

  private static func json(_ input: InputPositions.Input) -> Value {
    var members = [Member(key: "name", value: .string(Text(input.name)))]
    if let position = input.position {
      if let file = position.file {
        members.append(Member(key: "file", value: .string(Text(file.path))))
        members.append(Member(key: "line", value: .int(Int64(position.line))))
        members.append(Member(key: "byte", value: .int(Int64(position.offset))))
      }
      members.append(Member(key: "record", value: .int(Int64(position.count))))
    }
    return .object(Object(members))
  }

  private var outputs: [Value] {
    let outputs = checkpoint.run.outputs
    let files = outputs.files.map { file -> Value in
      var members = [Member(key: "file", value: .string(Text(file.path ?? "-")))]
      if let length = file.length {
        members.append(Member(key: "bytes", value: .int(Int64(length))))
      }
      return .object(Object(members))
    }
    return files
      + (outputs.outputs ?? []).map { output in
        .object(
          Object([
            Member(key: "name", value: .string(Text(output.name))),
            Member(key: "values", value: .int(Int64(output.valueCount))),
            Member(key: "files", value: .int(Int64(output.files.count))),
          ]))
      }
  }

  private static func seconds(_ instant: Instant) -> Value {
    .double(Double(instant.nanoseconds) / 1e9)
  }

  private static func json(_ stage: CheckpointSummary.Stage) -> Value {
    var members: [Member] = []
    if let name = stage.name { members.append(Member(key: "operator", value: .string(Text(name)))) }
    if let location = stage.location {
      members.append(Member(key: "file", value: .string(Text(location.file))))
      members.append(Member(key: "line", value: .int(Int64(location.line))))
      members.append(Member(key: "column", value: .int(Int64(location.column))))
    }
    members.append(Member(key: "stages", value: .int(Int64(stage.count))))
    members.append(Member(key: "timers", value: .int(Int64(stage.timerCount))))
    if let next = stage.next { members.append(Member(key: "next", value: seconds(next))) }
    members.append(Member(key: "bytes", value: .int(Int64(stage.byteCount))))
    members.append(Member(key: "greatestBytes", value: .int(Int64(stage.greatestByteCount))))
    return .object(Object(members))
  }
}
