/// Emits recorded values, all at once, and then the recorded completion.
///
///     Record(output: [1, 2], completion: .failure(Broken()))
///     (12#)
public struct Record<Output, Failure: Error>: Publisher {
  /// The values to replay, and the completion after them.
  public let recording: Recording

  /// Creates a publisher that replays a recording.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// Creates a publisher that replays values, and then a completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  /// Creates a publisher that replays the events that the closure records.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let subscription = BurstSubscription()
    subscriber.receive(subscription: subscription)
    Publishers.Sequence<[Output], Failure>.give(
      recording.output.makeIterator(), to: subscriber, subscription, end: recording.completion)
  }

  /// Values, and the completion after them.
  public struct Recording {
    /// The values, in order.
    public private(set) var output: [Output] = []
    /// The completion after the values.
    public private(set) var completion = Subscribers.Completion<Failure>.finished
    private var isComplete = false

    /// Creates a recording that has no values and completes.
    public init() {}

    /// Creates a recording of values, and of the completion after them.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Records a value.
    public mutating func receive(_ input: Output) {
      precondition(!isComplete, "a value after the end of a recording")
      output.append(input)
    }

    /// Records the completion.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "a second end of a recording")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}

extension Record: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: CodingKey { case recording }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: CodingKey { case output, completion }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try values.decode([Output].self, forKey: .output),
      completion: try values.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(output, forKey: .output)
    try values.encode(completion, forKey: .completion)
  }
}
