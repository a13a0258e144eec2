/// The failure of a stream, in words.
///
/// Two failures are equal if their messages are, regardless of their causes.
public struct StreamFailure: Error, Sendable {
  /// The message.
  public var message: String
  /// The cause; nil if only the message is known.
  public package(set) var cause: FailureCause?

  /// Creates a failure with a message.
  public init(_ message: String) {
    self.message = message
  }

  package init(_ message: String, _ cause: FailureCause) {
    self.message = message
    self.cause = cause
  }
}

extension StreamFailure: Hashable {
  public static func == (left: StreamFailure, right: StreamFailure) -> Bool {
    left.message == right.message
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
  }
}

extension StreamFailure: CustomStringConvertible {
  public var description: String { message }
}

extension StreamFailure: Codable {
  private enum CodingKeys: CodingKey {
    case message, cause
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    message = try container.decode(String.self, forKey: .message)
    cause = try container.decodeIfPresent(FailureCause.Saved.self, forKey: .cause)
      .map { FailureCause($0) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(cause?.saved, forKey: .cause)
  }
}
