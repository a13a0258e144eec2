/// The states of the runs of a playback at rest, to be encoded one after another (`forEachRun`).
///
/// They are in the order in which the stages of the chain subscribe: the last stage of the chain
/// first, then its upstreams, then their upstreams. Each stage therefore finds its own state when
/// the chain is subscribed to again (`Restoration`).
package struct SavedRuns {
  private let line: PendingTickets

  /// Creates the states of runs whose scheduler has these tickets.
  package init(with tickets: PendingTickets) {
    line = tickets
  }

  /// Returns the state of a run; nil if it has none. Throws if it cannot be saved.
  package func entry(of next: any Subscription) throws -> (any Encodable)? {
    if let run = next as? any SavableRun { return try state(of: run) }
    if next is any PassingRun { return nil }
    throw EncodingError.invalidValue(
      next,
      .init(codingPath: [], debugDescription: "the state of \(type(of: next)) cannot be saved"))
  }

  private func state<Run: SavableRun>(of run: Run) throws -> any Encodable {
    let saved = SavedRun(state: run.state(in: line), isRunning: run.upstreams.map { $0 != nil })
    if let entry = saved.entry as? any Encodable { return entry }
    throw EncodingError.invalidValue(
      saved.state,
      .init(codingPath: [], debugDescription: "a state of type \(Run.State.self) cannot be encoded")
    )
  }
}

/// The saved state of one run.
struct SavedRun<State> {
  let state: State
  /// For each of the runs that it was subscribed to, whether that run had not ended.
  let isRunning: [Bool]
}

/// A run with one upstream that runs, as most have, is encoded without saying so.
extension SavedRun: Codable where State: Codable {
  private enum CodingKeys: CodingKey {
    case state, isRunning
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    state = try container.decode(State.self, forKey: .state)
    isRunning = try container.decodeIfPresent([Bool].self, forKey: .isRunning) ?? [true]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(state, forKey: .state)
    if isRunning != [true] { try container.encode(isRunning, forKey: .isRunning) }
  }
}

extension SavedRun {
  /// This run with a state that can be encoded, if its values can be encoded.
  fileprivate var entry: Any {
    switch state {
    case is Void: SavedRun<NoState>(state: NoState(), isRunning: isRunning)
    case let state as any OptionalType where State.self is any OptionalType.Type: entry(of: state)
    default: self
    }
  }

  private func entry<Wrapped>(of state: some OptionalType<Wrapped>) -> Any {
    SavedRun<Maybe<Wrapped>>(state: Maybe(wrappedValue: state.optional), isRunning: isRunning)
  }

  /// Decodes an encoded `entry`; nil if the values in such a state cannot be decoded.
  static func decode(from container: inout any RunStates) throws -> SavedRun? {
    if State.self == Void.self, let state = () as? State {
      return SavedRun(
        state: state, isRunning: try container.decode(SavedRun<NoState>.self).isRunning)
    }
    if let optional = State.self as? any OptionalType.Type {
      return try decode(optional, from: &container)
    }
    guard let type = SavedRun.self as? any Decodable.Type else { return nil }
    return try decode(type, from: &container) as? SavedRun
  }

  private static func decode<Optional: OptionalType>(
    _ type: Optional.Type, from container: inout any RunStates
  ) throws -> SavedRun? {
    guard let type = SavedRun<Maybe<Optional.Wrapped>>.self as? any Decodable.Type,
      let saved = try decode(type, from: &container) as? SavedRun<Maybe<Optional.Wrapped>>
    else { return nil }
    let entry = SavedRun<Optional>(
      state: Optional(optional: saved.state.wrappedValue), isRunning: saved.isRunning)
    return entry as? SavedRun
  }

  private static func decode<Decoded: Decodable>(
    _ type: Decoded.Type, from container: inout any RunStates
  ) throws -> Any {
    try container.decode(type)
  }
}

/// The state of a stateless stage.
private struct NoState: Codable {}
