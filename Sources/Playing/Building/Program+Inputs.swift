public import Marbles
public import Reactive
public import Records
public import StreamModels
public import Values

extension Program {
  /// Plays the program on its own virtual clock, with records from outside, and returns the
  /// timeline. It blocks the thread while it waits for records. Records from an asynchronous
  /// sequence require the asynchronous form.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings
  ) throws(InputError) -> Timeline<Value> {
    let session = try InputSession(self, bindings.lasting(until: playback.until))
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    playback.play(
      publisher(on: scheduler, inputs: session), on: scheduler,
      to: ValueReceiver { events.append($0) })
    return Timeline(events)
  }

  /// Plays the program on its own virtual clock, with records from outside, and returns the
  /// timeline. Time stands still while the task waits for the next element of an asynchronous
  /// sequence, so the events and their times do not depend on the speed of the sequence.
  public func play(
    _ playback: Playback = Playback(), inputs bindings: InputBindings,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(InputError) -> Timeline<Value> {
    let session = try await InputSession(
      awaiting: self, bindings.lasting(until: playback.until))
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    await playback.play(
      publisher(on: scheduler, inputs: session), on: scheduler, awaiting: session
    ) { events.append($0) }
    return Timeline(events)
  }
}

extension Playback {
  /// Plays on a virtual clock, and calls `receive` with every event as it arrives. The clock stands
  /// still while the task waits for records of the session. When the task is cancelled, the
  /// playback is also cancelled, and ends as `waiting`.
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
