public import Values

/// The answer to why something did not reach the output of a playback.
public struct Absence: Sendable, Equatable {
  /// The number of the last stage that could have emitted it.
  public var stage: Int
  /// Whether a stage emitted it at some time.
  public var isKnown: Bool
  /// What that stage was waiting for, in words.
  public var waited: String
  /// What would have to be different for it to reach the output.
  public var remedy: String
  /// What happened to the events that are nearest to it.
  public var evidence: [Lineage]
  /// What led to the event that the stage emitted instead; nil if there is none.
  public var instead: Lineage?

  /// Creates an answer.
  public init(
    stage: Int, isKnown: Bool = false, waited: String, remedy: String, evidence: [Lineage] = [],
    instead: Lineage? = nil
  ) {
    self.stage = stage
    self.isKnown = isKnown
    self.waited = waited
    self.remedy = remedy
    self.evidence = evidence
    self.instead = instead
  }

  /// Returns the answer in lines, without the evidence.
  public func lines(
    of stages: [Trace.Stage], style: LineageStyle = LineageStyle()
  ) -> [String] {
    let stage = stages[stage]
    let place = stage.place.map { " " + style.dim("(\($0))") } ?? ""
    let other = instead.map { ["This came instead:"] + $0.lines(of: stages, style: style) } ?? []
    return other + [
      "the last stage that could have emitted it: \(stage.label)\(place)",
      "what it waited for: \(waited)",
      "what would have to differ: \(remedy)",
    ]
  }

  /// Returns the answer as JSON, without the evidence.
  public func value(of stages: [Trace.Stage]) -> Value {
    let stage = stages[stage]
    var members = [Member(key: "lastStage", value: .string(Text(stage.label)))]
    if let place = stage.place {
      members.append(Member(key: "place", value: .string(Text(place.description))))
    }
    members.append(Member(key: "waitedFor", value: .string(Text(waited))))
    members.append(Member(key: "wouldHaveToDiffer", value: .string(Text(remedy))))
    if let instead {
      members.append(Member(key: "instead", value: instead.value(of: stages, branches: "causes")))
    }
    return .object(Object(members))
  }
}
