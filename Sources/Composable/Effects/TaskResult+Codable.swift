/// The recorded form of an error: its text.
public struct RecordedError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Creates an error with a description.
  public init(_ description: String) {
    self.description = description
  }
}

// This allows actions with results to be recorded: {"success": …} or {"failure": "the error's
// text"}.

private enum ResultKey: String, CodingKey {
  case success, failure
}

extension TaskResult: Encodable where Success: Encodable {
  /// Encodes the value, or the text of the error, which may not be complete.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResultKey.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let error): try container.encode("\(error)", forKey: .failure)
    }
  }
}

extension TaskResult: Decodable where Success: Decodable {
  /// Decodes an error as a `RecordedError` with the text of the original.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResultKey.self)
    if container.contains(.failure) {
      self = .failure(RecordedError(try container.decode(String.self, forKey: .failure)))
    } else {
      self = .success(try container.decode(Success.self, forKey: .success))
    }
  }
}
