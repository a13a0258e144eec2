public import Marbles
public import Reactive
public import Values

extension Program {
  /// Plays the program on a virtual clock of its own, with records from outside, and records what
  /// comes. The thread waits for them; what comes from an asynchronous sequence has to be awaited.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings
  ) throws(InputError) -> Timeline<Value> {
    let session = try InputSession(self, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    playback.play(
      publisher(on: scheduler, inputs: session), on: scheduler,
      to: ValueReceiver { events.append($0) })
    return Timeline(events)
  }

  /// Plays the program on a virtual clock of its own, with records from outside, and records what
  /// comes. Time stands still while the task waits for the next element of an asynchronous sequence:
  /// what comes, and when, does not depend on how fast that is.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(InputError) -> Timeline<Value> {
    let session = try await InputSession(awaiting: self, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    await playback.play(
      publisher(on: scheduler, inputs: session), on: scheduler, awaiting: session
    ) { events.append($0) }
    return Timeline(events)
  }
}

extension Playback {
  /// Plays on a virtual clock, and hands every event to `receive` as it comes. The clock stands still
  /// while the task waits for records of the session. When the task is cancelled, so is the playback,
  /// which then ends as `waiting`.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: VirtualScheduler,
    awaiting session: InputSession, isolation: isolated (any Actor)? = #isolation,
    receive: @escaping (Timeline<Output>.Event) -> Void
  ) async -> PlaybackEnd {
    let audience = PlaybackAudience(
      EventReceiver(receive), on: scheduler, limit: limit)
    if let end = audience.listen(to: publisher) { return end }
    while !Task.isCancelled {
      if let awaited = session.awaited {
        await awaited.waitForNews(isolation: isolation)
        continue
      }
      let outcome = scheduler.run(until: until)
      guard outcome == .stopped, audience.end == nil, session.awaited != nil else {
        return audience.leave(after: outcome)
      }
    }
    return audience.leave(after: .stopped)
  }
}

extension StreamModel {
  /// Plays the model on a virtual clock of its own, with values from outside, and records what comes.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Timeline<Element> {
    let program = try Program(self)
    let session = try await InputSession(awaiting: program, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Element>.Event] = []
    await playback.play(
      Self.elements(of: program.publisher(on: scheduler, inputs: session)), on: scheduler,
      awaiting: session
    ) { events.append($0) }
    return Timeline(events)
  }

  /// The chain of publishers that plays this model on a scheduler, with values from outside. The
  /// thread waits for the first of them where their times say when the playing starts.
  public func publisher(
    on scheduler: any Scheduler, inputs bindings: InputBindings
  ) throws -> AnyPublisher<Element, StreamFailure> {
    let program = try Program(self)
    let session = try InputSession(program, bindings)
    return Self.elements(of: program.publisher(on: scheduler, inputs: session))
  }
}
