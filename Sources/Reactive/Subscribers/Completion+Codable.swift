extension Subscribers.Completion {
  private enum CodingKeys: CodingKey { case success, error }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .finished: try values.encode(true, forKey: .success)
    case .failure(let failure):
      try values.encode(false, forKey: .success)
      try values.encode(failure, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if try values.decode(Bool.self, forKey: .success) {
      self = .finished
    } else {
      self = .failure(try values.decode(Failure.self, forKey: .error))
    }
  }
}
