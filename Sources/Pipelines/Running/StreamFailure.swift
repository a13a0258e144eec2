/// Why a stream ended in failure, in words.
public struct StreamFailure: Error, Sendable, Hashable {
  public var message: String

  public init(_ message: String) {
    self.message = message
  }
}

extension StreamFailure: CustomStringConvertible {
  public var description: String { message }
}
