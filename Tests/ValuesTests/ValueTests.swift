import Testing
import Values

@Suite struct ValueTests {
  @Test func `a value is sixteen bytes and an object one reference`() {
    #expect(MemoryLayout<Value>.stride == 16)
    #expect(MemoryLayout<Object>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Text>.size == MemoryLayout<Int>.size)
  }

  @Test func `an int and the double of the same size differ`() {
    #expect(Value.int(1) != .double(1))
    #expect(Value.int(1).kind == .int)
    #expect(Value.double(1).kind == .double)
  }

  @Test func `a value describes itself as JSON`() {
    let value: Value = ["a": [1, 2.0, .null, true, "x"], "b": [:]]
    #expect("\(value)" == #"{"a":[1,2.0,null,true,"x"],"b":{}}"#)
  }
}

@Suite struct TextTests {
  @Test func `strings that look alike differ when their bytes do`() {
    #expect(Text("\u{E9}") != Text("e\u{301}"))
    #expect(Text("a") == Text("a"))
    #expect(Text("") == Text(""))
    #expect(Set([Text("a"), Text("a"), Text("b")]).count == 2)
  }

  @Test func `strings are ordered by their code points`() {
    let texts: [Text] = ["b", "", "ab", "\u{FF61}", "😀", "a", "é"]
    #expect(texts.sorted() == ["", "a", "ab", "b", "é", "\u{FF61}", "😀"])
  }

  @Test func `bytes that are not UTF-8 are repaired`() {
    #expect(Text(repairing: [0x61, 0xFF, 0x62]).string == "a\u{FFFD}b")
  }
}

@Suite struct ObjectTests {
  static func object(_ count: Int, reversed: Bool = false) -> Object {
    let members = (0..<count).map { Member(key: Text("key\($0)"), value: .int(Int64($0))) }
    return Object(reversed ? members.reversed() : members)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 33, 1000])
  func `every key, and no other, is found`(count: Int) {
    let object = Self.object(count)
    for position in 0..<count {
      #expect(object[Text("key\(position)")] == .int(Int64(position)))
      #expect(object.position(of: Text("key\(position)")) == position)
    }
    #expect(object[Text("key\(count)")] == nil)
    #expect(object[""] == nil)
    #expect(object.count == count)
    #expect(object.isEmpty == (count == 0))
  }

  @Test(arguments: [2, 16, 17, 1000])
  func `equality and hash do not depend on the order of keys`(count: Int) {
    let (object, reversed) = (Self.object(count), Self.object(count, reversed: true))
    #expect(object == reversed)
    #expect(object.hashValue == reversed.hashValue)
    #expect(object.members != reversed.members)
    #expect(object != Self.object(count - 1))
  }

  @Test func `objects that differ in one key or value are not equal`() {
    #expect(Object([Member(key: "a", value: 1)]) != Object([Member(key: "a", value: 2)]))
    #expect(Object([Member(key: "a", value: .null)]) != Object([Member(key: "b", value: .null)]))
  }

  @Test func `if keys are equal the first is found`() {
    let members = (0..<40).map { Member(key: Text("k\($0 % 20)"), value: .int(Int64($0))) }
    #expect(Object(members)["k3"] == 3)
  }

  @Test func `a hundred thousand keys are read, found and hashed in linear time`() throws {
    let keys = (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    guard case .object(let object) = try read("{\(keys)}") else {
      Issue.record("no object")
      return
    }
    #expect(object.count == 100_000)
    #expect(object["key99999"] == 99_999)
    #expect(object == object && object.hashValue == object.hashValue)
  }
}

@Suite struct KeyTableTests {
  static let names: [Text] = [
    "", "a", "ab", "b", "seconds", "operator", "operators", "operation", "combineLatest",
    "combineLast", "é", "combineLatest\u{0}",
  ]

  @Test func `every key of a table is found at its index`() {
    let table = KeyTable(Self.names)
    for (index, name) in Self.names.enumerated() { #expect(table.index(of: name) == index) }
  }

  @Test(arguments: ["c", "aa", "second", "secondss", "operatorS", "combineLatesu", "\u{0}"])
  func `a key that is not in the table is not found`(name: String) {
    #expect(KeyTable(Self.names).index(of: Text(name)) == nil)
    #expect(KeyTable([]).index(of: Text(name)) == nil)
  }

  @Test func `keys are found while reading, with escapes or without`() throws {
    let text = #"{"operators":1,"\u0061b":2,"nope":3,"":4,"\n":5}"#
    try JSONReader.reading(SourceText(name: "", text)) { reader in
      var found: [KeyMatch] = []
      let table = KeyTable(Self.names)
      try reader.beginObject()
      repeat {
        found.append(try reader.nextKey(in: table))
        if found.last != .end { try reader.skipValue() }
      } while found.last != .end
      #expect(
        found == [.known(6), .known(2), .unknown("nope"), .known(0), .unknown("\n"), .end])
    }
  }
}
