import Foundation
import Testing
import Values

/// Decodes by a rule that is written against `DocumentReader`, whichever implementation is used.
private struct Item: Decodable, Equatable {
  var value: Value = .null
  var seconds: Int64 = 0
  var unknown: [Text] = []
  var dates: [Date] = []

  static let keys = KeyTable(["value", "seconds", "dates"])

  init(from decoder: any Decoder) throws {
    var reader = DecoderReader(decoder)
    try self.init(&reader)
  }

  init(_ reader: inout some DocumentReader & ~Copyable) throws {
    try reader.beginObject()
    reading: while true {
      switch try reader.nextKey(in: Self.keys) {
      case .known(0): value = try reader.readValue()
      case .known(1): seconds = try reader.readDecimal().nanoseconds ?? -1
      case .known: dates = try reader.read([Date].self)
      case .unknown(let key):
        unknown.append(key)
        try reader.skipValue()
      case .end: break reading
      }
    }
  }
}

@Suite struct DecoderReaderTests {
  static let text = #"{"z":[1],"value":{"b":[1,null,"x",true,2.5,{}],"a":[]},"y":{},"seconds":1.1}"#

  @Test func `one rule reads our text and a foreign decoder in the same way`() throws {
    var ours = try JSONReader.reading(SourceText(name: "", Self.text)) { try Item(&$0) }
    let foreign = try JSONDecoder().decode(Item.self, from: Data(Self.text.utf8))
    let tree = try ValueDecoder().decode(Item.self, from: read(Self.text))
    #expect(ours.unknown == ["z", "y"])
    ours.unknown.sort()
    #expect(ours == foreign)
    #expect(ours == tree)
    #expect(foreign.seconds == 1_100_000_000)
  }

  @Test func `a foreign decoder decodes types in its own way`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let item = try decoder.decode(Item.self, from: Data(#"{"dates":[1,2]}"#.utf8))
    #expect(item.dates == [1, 2].map { Date(timeIntervalSince1970: $0) })
  }

  private struct Probe: Decodable {
    var kinds: [ValueKind] = []
    var path: [String] = []
    var text: Text = ""
    var isNull = false
    var bool = false

    init(from decoder: any Decoder) throws {
      var reader = DecoderReader(decoder)
      #expect(reader.offset == -1)
      try reader.beginArray()
      while try reader.nextElement() {
        kinds.append(try reader.peek())
        path = reader.codingPath.map(\.stringValue)
        switch try reader.peek() {
        case .null:
          try reader.readNull()
          isNull = true
        case .bool: bool = try reader.readBool()
        case .string: text = try reader.readText()
        default:
          #expect(reader.skipsRepetition(of: 0..<1) == false)
          try reader.skipValue()
        }
      }
    }
  }

  @Test func `kinds are detected and paths are known`() throws {
    let text = #"{"list": [null, true, 1, 2.5, "a", [], {}]}"#
    let probe = try #require(
      try JSONDecoder().decode([String: Probe].self, from: Data(text.utf8))["list"])
    #expect(probe.kinds == [.null, .bool, .number, .number, .string, .array, .object])
    #expect(probe.path == ["list", "Index 6"])
    #expect(probe.isNull && probe.bool && probe.text == "a")
  }

  @Test func `reading as another kind is an error without a place`() throws {
    struct Wrong: Decodable {
      init(from decoder: any Decoder) throws {
        var reader = DecoderReader(decoder)
        _ = try reader.readText()
      }
    }
    #expect(throws: ReadError("found a number, expected a string", offset: -1)) {
      try ValueDecoder().decode(Wrong.self, from: 1)
    }
  }
}
