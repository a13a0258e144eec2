public import Marbles
public import Pipelines
import Reactive
public import Records
import StreamModels
public import Values

/// The difference between what two programs do with the same inputs: the events that came, went,
/// moved in time, or changed their values.
///
///     let difference = try Difference(from: old, to: new, inputs: ["log": .file("log.ndjson")])
///     difference.isEmpty
///
/// Both are played side by side on virtual clocks. Only events that wait for a partner and the
/// changes that are listed are stored.
public struct Difference: Sendable, Equatable {
  /// The difference between the events of one output.
  public struct Output: Sendable, Equatable {
    /// The name of the output; empty for the stream itself.
    public let name: String
    /// The number of values in the old playback.
    public internal(set) var oldCount = 0
    /// The number of values in the new playback.
    public internal(set) var newCount = 0
    /// The number of values that are equal at the same instants.
    public internal(set) var sameCount = 0
    /// The values that only the new playback has.
    public internal(set) var came: EventChanges
    /// The values that only the old playback has.
    public internal(set) var went: EventChanges
    /// The values at other times.
    public internal(set) var moved: EventChanges
    /// The events with other values.
    public internal(set) var changed: EventChanges
    /// How it ended in the old playback; nil if it was still waiting.
    public internal(set) var oldEnd: Timeline<Value>.Event?
    /// How it ended in the new playback; nil if it was still waiting.
    public internal(set) var newEnd: Timeline<Value>.Event?
    /// The values of both playbacks around the first change, in order.
    public internal(set) var excerpt = EventExcerpt()
    /// Whether so many events were without a partner that some were paired early.
    public internal(set) var isCut = false

    init(_ name: String, listed: Int) {
      self.name = name
      (came, went) = (EventChanges(limit: listed), EventChanges(limit: listed))
      (moved, changed) = (EventChanges(limit: listed), EventChanges(limit: listed))
    }

    /// The changes of a kind.
    public func changes(_ kind: EventChange.Kind) -> EventChanges {
      switch kind {
      case .came: came
      case .went: went
      case .moved: moved
      case .changed: changed
      }
    }

    /// The number of changes.
    public var changeCount: Int { came.count + went.count + moved.count + changed.count }

    /// Whether both playbacks have the same events, and end in the same way.
    public var isEmpty: Bool { changeCount == 0 && oldEnd == newEnd }

    /// The first change of all kinds.
    public var first: EventChange? {
      EventChange.Kind.allCases.compactMap { changes($0).first.first }
        .min { $0.instant < $1.instant }
    }

    mutating func add(_ change: EventChange, size: Double?) {
      switch change.kind {
      case .came: came.add(change, size: size)
      case .went: went.add(change, size: size)
      case .moved: moved.add(change, size: size)
      case .changed: changed.add(change, size: size)
      }
    }
  }

  /// The outputs: the stream, then the others by name.
  public let outputs: [Output]
  /// The number of records that the old playback read.
  public internal(set) var oldRecordCount = 0
  /// The number of records that the new playback read.
  public internal(set) var newRecordCount = 0
  /// How the old playback ended.
  public internal(set) var oldEnd = PlaybackEnd.ended
  /// How the new playback ended.
  public internal(set) var newEnd = PlaybackEnd.ended

  init(_ outputs: [Output]) { self.outputs = outputs }

  /// Whether all outputs have the same events.
  public var isEmpty: Bool { outputs.allSatisfy(\.isEmpty) }

  /// Whether a stream failed in one of the playbacks.
  public var hasFailed: Bool {
    outputs.contains { output in
      [output.oldEnd, output.newEnd].contains { end in
        if case .failure? = end?.kind { true } else { false }
      }
    }
  }

  /// The outputs that differ.
  public var touched: [Output] { outputs.filter { !$0.isEmpty } }

  /// Whether neither playback emitted a value, so that there was nothing to compare.
  public var hasNoEvents: Bool { outputs.allSatisfy { $0.oldCount + $0.newCount == 0 } }

  /// The first change of all outputs, with the name of its output.
  public var first: (output: String, change: EventChange)? {
    outputs.compactMap { output in output.first.map { (output.name, $0) } }
      .min { $0.1.instant < $1.1.instant }
  }

  /// Compares two playbacks that have ended.
  public init(
    from old: Timeline<Value>, to new: Timeline<Value>, matching: EventMatching = EventMatching()
  ) throws(DifferenceError) {
    var (output, matcher) = (Output("", listed: matching.listed), EventMatcher(matching))
    for event in old.events { output.receive(event, from: .old, &matcher) }
    for event in new.events { output.receive(event, from: .new, &matcher) }
    output.add(try matcher.finish(), matching)
    output.finish(matcher)
    self.init([output])
  }

  /// Plays two programs side by side, with the same inputs.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, each of which is read once.
  ///   - playback: The part that is played.
  ///   - matching: How events are matched.
  public init(
    from old: Program, to new: Program, inputs: InputBindings = [:],
    playback: Playback = Playback(), matching: EventMatching = EventMatching()
  ) throws {
    let shared = SharedInputs()
    let inputs = shared.share(inputs.lasting(until: playback.until))
    func side(_ program: Program) throws(InputError) -> PlayedSide {
      PlayedSide(program, program.inputs.used.isEmpty ? nil : try InputSession(program, inputs))
    }
    let (old, new) = (try side(old), try side(new))
    shared.begin()
    self = try Comparison(from: old, to: new, playback, matching).play()
  }
}
