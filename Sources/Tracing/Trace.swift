public import Marbles
public import Reactive
public import Values

/// A record of everything that happened in a playback, stage by stage: what each stage emitted,
/// when, and because of which events; and where each event ended that led to nothing.
///
/// The numbers of stages and events are their indices, so that a lookup is a subscript.
public struct Trace: Sendable, Equatable {
  /// The stages: sources, operators, and the places where the playback's events arrive. A stage
  /// comes after the stages that it receives from.
  public var stages: [Stage]
  /// The events of all stages, in the order in which they happened.
  public var events: [Event]
  /// The ends of events that led to nothing at a stage that received them, in order.
  public var ends: [End]
  /// The subscriptions of inner streams that were cancelled after their first event, in order.
  public var cancellations: [Cancellation]

  /// Creates a trace of stages and what happened in them.
  public init(
    stages: [Stage] = [], events: [Event] = [], ends: [End] = [],
    cancellations: [Cancellation] = []
  ) {
    self.cancellations = cancellations
    self.stages = stages
    self.events = events
    self.ends = ends
  }
}

extension Trace {
  /// A part of a pipeline whose events are recorded.
  public struct Stage: Sendable, Hashable {
    /// The kind of a stage.
    public enum Role: String, Codable, Sendable, Hashable, CaseIterable {
      /// A stage without upstreams: a diagram, a list of items, an input.
      case source
      /// An operator, or a source that combines streams.
      case `operator`
      /// The receiver of the playback's events, or of the events of a definition that is observed
      /// beside it.
      case output
    }

    /// The origin of the values that a stage emits.
    public enum Emission: String, Codable, Sendable, Hashable, CaseIterable {
      /// It emits values of its upstream unchanged.
      case received
      /// It emits values of any of its inputs unchanged.
      case mixed
      /// It makes new values.
      case made
      /// It makes one value from everything that it receives, once its upstream completes.
      case summary
    }

    /// The index of the stage in the trace.
    public var number: Int
    /// The kind of the stage.
    public var role: Role
    /// The word for it in a stream file, such as `marbles` or `debounce`. For an output, it is the
    /// name under which the output is observed, or an empty string for the stream itself.
    public var name: String
    /// Its parameters as short text: `$0 > 2`, `0.5`. Empty if it has none.
    public var parameters: String
    /// The origin of the values that it emits.
    public var emission: Emission
    /// What would have to be different so that an event does not end there, in words, by the reason
    /// of its end. Only remedies specific to the stage are included.
    public var remedies: [Reason: String]
    /// The stages that it subscribes to, each once. The upstream of an operator comes first.
    public var inputs: [Int]
    /// The stages that it plays for one value or key after another.
    public var inner: [Int]
    /// The name of the definition, or of the file, that contains it; nil for the document itself.
    public var definition: String?
    /// Its place in a stream file; nil for a model made in Swift.
    public var place: FilePlace?
    /// Its path in the document, such as `operators[2].debounce`.
    public var path: String

    /// Creates a stage.
    public init(
      number: Int, role: Role, name: String, parameters: String = "",
      emission: Emission = .made, remedies: [Reason: String] = [:], inputs: [Int] = [],
      inner: [Int] = [], definition: String? = nil, place: FilePlace? = nil, path: String = ""
    ) {
      self.number = number
      self.role = role
      self.name = name
      self.parameters = parameters
      self.emission = emission
      self.remedies = remedies
      self.inputs = inputs
      self.inner = inner
      self.definition = definition
      self.place = place
      self.path = path
    }
  }

  /// A place in a file.
  public struct FilePlace: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, as shown to people.
    public var file: String
    /// The line and the column.
    public var place: Place

    /// Creates a place in a file.
    public init(file: String, place: Place) {
      self.file = file
      self.place = place
    }

    /// `pipe.json:12:7`
    public var description: String { "\(file):\(place.line):\(place.column)" }
  }

  /// An event that a stage emitted. The events of outputs are the events of the playback.
  public struct Event: Sendable, Equatable {
    /// The index of the event in the trace.
    public var number: Int
    /// The instant of the event.
    public var instant: Instant
    /// The number of the stage that emitted it.
    public var stage: Int
    /// The number of the stage's subscription, counted from 0. A stream that is used twice,
    /// repeated or played for one value after another has many.
    public var run: Int
    /// The value, or the completion.
    public var kind: Timeline<Value>.Kind
    /// The numbers of the events that caused it, in order.
    public var causes: [Int]
    /// The record that a source read; nil for all other events.
    public var record: Record?
    /// The key or the value that its subscription plays for. It is set at the first event of an
    /// inner stream, and nil at all others.
    public var owner: Value?
    /// Why a value was emitted although nothing had arrived, in words; nil for most events.
    public var because: String?

    /// Creates an event.
    public init(
      number: Int, instant: Instant, stage: Int, run: Int = 0, kind: Timeline<Value>.Kind,
      causes: [Int] = [], record: Record? = nil, owner: Value? = nil, because: String? = nil
    ) {
      self.number = number
      self.instant = instant
      self.stage = stage
      self.run = run
      self.kind = kind
      self.causes = causes
      self.record = record
      self.owner = owner
      self.because = because
    }
  }

  /// A record of an input.
  public struct Record: Codable, Sendable, Hashable {
    /// The name of the input.
    public var input: String
    /// The file or other origin of the record; empty if it is unknown.
    public var source: String
    /// The number of its first line, or of the record, counted from 1.
    public var line: Int

    /// Creates a record.
    public init(input: String, source: String, line: Int) {
      self.input = input
      self.source = source
      self.line = line
    }
  }

  /// The end of an event at a stage that received it, and that did not emit anything because of it.
  public struct End: Sendable, Hashable {
    /// The number of the event.
    public var event: Int
    /// The number of the stage where it ended.
    public var stage: Int
    /// The number of the stage's subscription that received it.
    public var run: Int
    /// The instant at which it ended.
    public var instant: Instant
    /// The rule that ended it.
    public var reason: Reason
    /// The number of the event that ended it, or that the stage dropped it for; nil if there is
    /// none.
    public var by: Int?
    /// The instant until which the stage would have kept it waiting; nil if there is none.
    public var due: Instant?
    /// The rule in words, about the event: `'filter' is false for it`.
    public var text: String

    /// Creates the end of an event.
    public init(
      event: Int, stage: Int, run: Int = 0, instant: Instant, reason: Reason, by: Int? = nil,
      due: Instant? = nil, text: String
    ) {
      self.event = event
      self.stage = stage
      self.run = run
      self.instant = instant
      self.reason = reason
      self.by = by
      self.due = due
      self.text = text
    }
  }

  /// The cancellation of a stage's subscription in an inner stream.
  public struct Cancellation: Sendable, Hashable {
    /// The number of the stage.
    public var stage: Int
    /// The number of the stage's subscription.
    public var run: Int
    /// The instant at which it was cancelled.
    public var instant: Instant

    /// Creates a cancellation.
    public init(stage: Int, run: Int = 0, instant: Instant) {
      self.stage = stage
      self.run = run
      self.instant = instant
    }
  }

  /// The rule that ended an event.
  public enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// The stage dropped it on arrival.
    case dropped
    /// A later event that the stage received replaced it.
    case replaced
    /// The stage, or one downstream, no longer needed it.
    case cancelled
    /// The time for which the stage stored it was over.
    case expired
    /// The stream of the stage completed before it was its turn.
    case completed
    /// The stage still stored it when the playback ended.
    case held
  }
}
