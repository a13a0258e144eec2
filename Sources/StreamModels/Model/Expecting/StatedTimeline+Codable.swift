import Values

extension StatedTimeline: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .marbles(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .diagram(let marbles, let annotations):
      var container = encoder.container(keyedBy: NamedKey.self)
      try container.encode(annotations)
      try container.encode(marbles)
    case .events(let events):
      var container = encoder.unkeyedContainer()
      for event in events { try container.encode(event) }
    case .file(let path, let annotations):
      var container = encoder.container(keyedBy: NamedKey.self)
      try container.encode(annotations)
      try container.encode(path, named: "path")
    }
  }
}

extension StatedEvent: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    try container.encode(time.encoded, named: "time")
    switch kind {
    case .value(let value): try container.encode(value, named: "value")
    case .finished: try container.encode("finished", named: "completion")
    case .failure(let message):
      try container.encode("failure", named: "completion")
      if let message { try container.encode(message, named: "error") }
    }
  }
}

extension StreamTest: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    if let name { try container.encode(name, named: "name") }
    if let skip { try container.encode(skip, named: "skip") }
    try container.encode(with, named: "with")
    if !inputs.isEmpty {
      var members = container.nestedContainer(
        keyedBy: NamedKey.self, forKey: NamedKey(stringValue: "inputs"))
      for input in inputs {
        switch input.content {
        case .timeline(let timeline): try members.encode(timeline, named: input.name)
        case .file(let path): try members.encode(path, named: input.name)
        case .stream(let model): try members.encode(model, named: input.name)
        }
      }
    }
    if !values.isEmpty { try container.encode(Value.object(Object(values)), named: "values") }
    if let until { try container.encode(until.encoded, named: "until") }
    if let match { try container.encode(match.rawValue, named: "match") }
    if let tolerance { try container.encode(tolerance.asJSON, named: "tolerance") }
    if let expect { try container.encode(expect, named: "expect") }
    if !outputs.isEmpty {
      var members = container.nestedContainer(
        keyedBy: NamedKey.self, forKey: NamedKey(stringValue: "outputs"))
      for output in outputs { try members.encode(output.expect, named: output.name) }
    }
    if !cases.isEmpty { try container.encode(cases, named: "cases") }
  }
}

extension Double {
  /// The value as JSON, with whole numbers written without a fraction, as people write them.
  fileprivate var asJSON: Value {
    if let int = Int64(exactly: self), abs(int) < 1 << 53 { .int(int) } else { .double(self) }
  }
}
