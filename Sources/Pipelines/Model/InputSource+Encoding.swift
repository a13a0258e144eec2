import Values

extension KeyedEncodingContainer<NamedKey> {
  /// Encodes an input among the keys of its model.
  mutating func encode(_ input: InputSource) throws {
    try encode(input.name, named: "input")
    if let time = input.time { try encode(time, named: "time") }
    if let origin = input.origin { try encode(origin.rawValue, named: "origin") }
    switch input.late {
    case .drop: try encode("drop", named: "late")
    case .now: try encode("now", named: "late")
    case .reorder(let seconds):
      var members = nestedContainer(keyedBy: NamedKey.self, forKey: NamedKey(stringValue: "late"))
      try members.encode(input.lateAnnotations)
      try members.encode(seconds.encoded, named: "reorder")
    case nil: break
    }
    if let every = input.every { try encode(every.encoded, named: "every") }
  }
}
