public import Marbles
public import Playing
public import Reactive
public import Records
public import StreamModels
public import Values

extension StreamModel {
  /// Plays the model on its own virtual clock, with values from outside, and returns the timeline.
  public func play(
    _ playback: Playback = Playback(), with parameters: KeyValuePairs<String, Value> = [:],
    inputs bindings: InputBindings, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Timeline<Element> {
    let program = try Program(self, with: parameters)
    let session = try await InputSession(
      awaiting: program, bindings.lasting(until: playback.until))
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Element>.Event] = []
    await playback.play(
      Self.elements(of: program.publisher(on: scheduler, inputs: session)), on: scheduler,
      awaiting: session
    ) { events.append($0) }
    return Timeline(events)
  }

  /// Creates the chain of publishers that plays this model on a scheduler, with values from
  /// outside. If the times of the first values determine the start of the playback, it blocks the
  /// thread until these have arrived.
  public func publisher(
    on scheduler: any Scheduler, with parameters: KeyValuePairs<String, Value> = [:],
    inputs bindings: InputBindings
  ) throws -> AnyPublisher<Element, StreamFailure> {
    let program = try Program(self, with: parameters)
    let session = try InputSession(program, bindings)
    return Self.elements(of: program.publisher(on: scheduler, inputs: session))
  }
}
