import Pipelines
import Values

extension StreamDocument {
  /// The frame of the diagrams that a check plays: the diagrams that the test states, or otherwise
  /// those of the streams. Nil if there are none, or if they have several frames.
  func inputFrame(of check: StreamCheck) -> Duration? {
    var frames = Set(test(of: check)?.inputs.flatMap(\.frames) ?? [])
    if frames.isEmpty {
      let models = [model(of: check), model].compactMap(\.self)
      frames = Set(models.flatMap(\.frames) + models.flatMap(\.definitions).flatMap(\.model.frames))
    }
    guard frames.count == 1, let frame = frames.first else { return nil }
    return frame
  }
}

extension StreamModel<Value> {
  /// The frames of the diagrams that are its source, or are inside it; nil for a frame that is set
  /// by a parameter.
  fileprivate var frames: [Duration?] {
    switch source {
    case .marbles(let marbles):
      [parameterDetails.contains { $0.key == "frame" } ? nil : marbles.usedFrame]
    case .append(let inputs), .merge(let inputs), .zip(let inputs), .combineLatest(let inputs):
      inputs.flatMap(\.frames)
    case .from(let source): source.input.frames + source.inputs.flatMap(\.stream.frames)
    default: []
    }
  }
}

extension StreamInput {
  fileprivate var frames: [Duration?] {
    if case .model(let model) = self { model.frames } else { [] }
  }
}

extension TestInput {
  fileprivate var frames: [Duration?] {
    switch content {
    case .timeline(.marbles): [.seconds(1)]
    case .timeline(.diagram(let marbles, _)): [marbles.usedFrame]
    case .stream(let model): model.frames
    case .timeline(.events), .timeline(.file), .file: []
    }
  }
}

extension MarbleSource {
  /// The frame, which is a second if none is stated.
  fileprivate var usedFrame: Duration { frame?.duration ?? .seconds(1) }
}
