/// The coding path of a coder, as a chain. The array of keys is built only when it is read.
indirect enum CodingTrail {
  case root([any CodingKey])
  case key(any CodingKey, parent: CodingTrail)
  case index(Int, parent: CodingTrail)

  var path: [any CodingKey] {
    switch self {
    case .root(let path): path
    case .key(let key, let parent): parent.path + [key]
    case .index(let index, let parent): parent.path + [AnyKey(index)]
    }
  }
}

/// A coding key with any name or number.
struct AnyKey: CodingKey, Hashable {
  let stringValue: String
  let intValue: Int?

  static let parent = AnyKey("super")

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
