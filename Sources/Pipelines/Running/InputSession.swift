public import Marbles
public import Reactive
public import Values

/// The inputs of one playing: opened, and of those whose records have times the first one read.
///
///     let session = try InputSession(program, InputBindings(["trades": .file("trades.csv")]))
///     let scheduler = VirtualScheduler(now: session.start)
///     program.publisher(on: scheduler, inputs: session)
public final class InputSession {
  /// When the playing is to start.
  public let start: Instant
  private let clock: InputClock
  /// The readings of inputs, by their numbers.
  private let readings: [Int: InputReading]
  private let order: [Int]

  /// Opens all inputs that a program reads, and waits for the first records.
  public init(_ program: Program, _ bindings: InputBindings) throws(InputError) {
    let plan = program.plan
    let used = plan.usedInputs
    order = plan.inputs.indices.filter(used.contains)
    let timed = order.first { plan.inputs[$0].time != nil }
    let origin = timed.flatMap { plan.inputs[$0].source.origin } ?? .first
    clock = InputClock(origin)
    var readings: [Int: InputReading] = [:]
    var firstTimes: [Int64] = []
    for number in order {
      let input = plan.inputs[number]
      guard let binding = bindings.bindings[input.source.name] else {
        throw .unbound(input.source.name)
      }
      let records = RecordAhead(input, try binding.open(bindings.stop), bindings)
      if input.time != nil {
        records.read(at: .zero)
        if case .record(_, let time?) = records.next { firstTimes.append(time) }
      }
      readings[number] = InputReading(records, clock: clock)
    }
    self.readings = readings
    let first = firstTimes.min()
    if let first { clock.setFirst(first) }
    start = origin == .epoch ? first.map { Instant(nanoseconds: $0) } ?? .zero : .zero
  }

  /// What was done with the records of each input, in the order of the document.
  public var reports: [InputReport] { order.compactMap { readings[$0]?.report } }

  func publisher(of number: Int) -> AnyPublisher<Value, StreamFailure>? {
    readings[number].map { InputReading.Records(reading: $0).eraseToAnyPublisher() }
  }

  func begin(on scheduler: any Scheduler, noteRecord: @escaping () -> Void) {
    clock.begin(at: scheduler.now)
    for number in order { readings[number]?.begin(on: scheduler, noteRecord: noteRecord) }
  }

  func end() {
    for number in order { readings[number]?.end() }
  }
}

extension Program {
  /// Plays the program on a virtual clock of its own, with records from outside, and records what
  /// comes.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings
  ) throws(InputError) -> Timeline<Value> {
    let session = try InputSession(self, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    playback.play(publisher(on: scheduler, inputs: session), on: scheduler) { events.append($0) }
    return Timeline(events)
  }
}
