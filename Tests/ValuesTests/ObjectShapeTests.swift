import Testing

@testable import Values

/// Reads a document, and returns the objects and the messages of the notes.
private func readObjects(_ text: String) throws -> (values: [Object], notes: [String]) {
  let (value, notes) = try JSONReader.value(of: SourceText(name: "", bytes: Array(text.utf8)))
  guard case .array(let elements) = value else { return ([], []) }
  let objects = elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
  return (objects, notes.map(\.message))
}

@Suite struct ObjectShapeTests {
  @Test func `objects read one after another share their shape`() throws {
    let objects = try readObjects(
      """
      [{"a": 1, "b": 2}, {"a":3,"b":4}, {"b": 5, "a": 6}, {"a": 7}, {}, {"a" : 8 , "b" :9, "c":10},
       { "a": 11, "b": 12 }]
      """
    ).values
    #expect(
      objects.map { $0.keys.map(\.string).joined() } == ["ab", "ab", "ba", "a", "", "abc", "ab"])
    #expect(objects[0].hasShape(of: objects[1]) && objects[0].hasShape(of: objects[6]))
    #expect(!objects[0].hasShape(of: objects[2]) && !objects[0].hasShape(of: objects[5]))
    #expect(objects.map { $0["a"] } == [1, 3, 6, 7, nil, 8, 11])
    #expect(objects.map { $0["c"] } == [nil, nil, nil, nil, nil, 10, nil])
  }

  @Test func `a duplicate key is noted anywhere, and the first one counts`()
    throws
  {
    let many = (0..<20).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let (objects, notes) = try readObjects(
      """
      [{"a":1,"a":2}, {"a":1,"b":2,"a":3,"c":4}, {"a":1,"b":2,"c":4}, {\(many),"k3":0,"k19":0}]
      """)
    #expect(
      notes
        == ["a", "a", "k3", "k19"].map { "key '\($0)' is already in this object" })
    #expect(objects[0] == Object([Member(key: "a", value: 1)]))
    #expect(objects[1].keys == ["a", "b", "c"] && objects[1] == objects[2])
    #expect(objects[3].count == 20 && objects[3]["k3"] == 3 && objects[3]["k19"] == 19)
  }

  @Test func `keys are distinguished by all of their bytes`() throws {
    let long = String(repeating: "x", count: 300)
    let keys = [
      "", "a", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgi", "abcdefgh\(long)",
      "abcdefgh\(long)y", "é", "e\u{301}", "漢字漢字",
    ]
    for left in keys {
      for right in keys {
        let objects = try readObjects("[{\"\(left)\":1},{\"\(right)\":2},{\"\(left)\": 3}]").values
        #expect(objects.map { $0.keys.map(\.string) } == [[left], [right], [left]])
        #expect(objects[0].hasShape(of: objects[1]) == (left.utf8.elementsEqual(right.utf8)))
      }
    }
  }

  @Test func `a key that is written with escapes does not match the text`() throws {
    let objects = try readObjects(#"[{"a\":1,\"b":1},{"a":1,"b":2},{"a\":1,\"b":3},{"\u0061":4}]"#)
      .values
    #expect(
      objects.map { $0.keys.map(\.string) } == [["a\":1,\"b"], ["a", "b"], ["a\":1,\"b"], ["a"]])
    #expect(objects[3]["a"] == 4)
    // The text is followed by zeros, which are not the key of the first object.
    #expect(throws: ReadError.self) { try readObjects(#"[{"\u0000\u0000":1},{""#) }
    #expect(throws: ReadError.self) { try readObjects("[{\"a\\u0001\":1},{\"a\u{1}\":1}]") }
    #expect(throws: ReadError.self) { try readObjects(#"[{"abcdefghi":1},{"abcdefgh"#) }
    #expect(throws: ReadError.self) { try readObjects(#"[{"a":1},{"a"#) }
    #expect(throws: ReadError.self) { try readObjects(#"[{"a":1},{"a":"#) }
    #expect(throws: ReadError.self) { try readObjects(#"[{"a":1},{"a""#) }
  }

  @Test func `objects are equal and have equal hashes whatever their shape`() throws {
    for count in [1, 2, 16, 17, 40] {
      let members = (0..<count).map { Member(key: Text("key\($0)"), value: .int(Int64($0))) }
      let text = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      let shared = try readObjects("[{\(text)}]").values[0]
      let (own, reversed) = (Object(members), Object(members.reversed()))
      #expect(shared.members == members)
      #expect(Set([shared, own, reversed]).count == 1)
      #expect(shared == reversed && own == reversed && own == shared)
      let other = shared.mapValues { $0 == 0 ? 1 : $0 }
      #expect(other != shared && shared["key0"] == 0 && other["key0"] == 1)
      #expect(other.hasShape(of: shared))
    }
    #expect(Object([]) == Object(shape: ObjectShape(shared: []), []))
    #expect(Set([Object([]), Object(shape: ObjectShape(shared: []), [])]).count == 1)
  }

  @Test func `a place is valid only for objects of the same shape`() throws {
    let objects = try readObjects(#"[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7}]"#).values
    let place = MemberPlace(1, in: objects[0])
    #expect(objects.map { Value.object($0).member(at: place) } == [2, 4, nil, nil])
    #expect(Value.object(objects[0]).member(at: .none) == nil)
    let own = Object(objects[0].members)
    #expect(Value.object(own).member(at: MemberPlace(1, in: own)) == nil)
    #expect(Value.object(Object([])).member(at: place) == nil)
    #expect(Value.array([1]).member(at: place) == nil)
  }

  @Test func `an object extension is not a member`() throws {
    final class Cargo: ObjectExtension {}
    let object = Object(carrying: Cargo())
    #expect(
      object.objectExtension is Cargo && object.isEmpty && object.count == 0 && object.keys.isEmpty)
    #expect(object["a"] == nil && object == Object([]) && Object([]).objectExtension == nil)
    #expect("\(Value.object(object))" == "{}")
  }

  @Test func `a tree of shapes keeps a bounded number of keys`() {
    var tree = ShapeTree()
    var (made, refused) = (0, 0)
    for number in 0..<20_000 {
      var node = ShapeTree.root
      for key in ["a\(number % 40)", "b\(number)", "c"] {
        guard case .node(let next) = tree.node(of: Text(key), behind: node) else {
          refused += 1
          break
        }
        node = next
        made += 1
      }
    }
    #expect(made > 0 && refused > 19_000)
    let isFull = tree.isFull
    #expect(!isFull)
    tree = ShapeTree()
    var node = ShapeTree.root
    for number in 0..<1000 {
      if case .node(let next) = tree.node(of: Text("\(number)"), behind: node) { node = next }
    }
    let length = tree.keys(upTo: node).count
    #expect(length == ShapeTree.limits.path)
  }

  @Test func `objects with very many shapes are read correctly`() throws {
    let count = 20_000
    let text = (0..<count).map { "{\"a\($0 % 40)\":\($0),\"b\($0)\":[{\"c\":\($0)}]}" }
    let objects = try readObjects("[\(text.joined(separator: ",\n"))]").values
    #expect(objects.count == count)
    for (number, object) in objects.enumerated() {
      let isRight =
        object.keys == [Text("a\(number % 40)"), Text("b\(number)")]
        && object[Text("b\(number)")] == [["c": .int(Int64(number))]]
      guard isRight else {
        Issue.record("object \(number) is \(Value.object(object))")
        break
      }
    }
    #expect("\(Value.array(objects.map(Value.object)))" == "[\(text.joined(separator: ","))]")
  }

  @Test func `objects can be passed between threads`() async throws {
    let objects = try readObjects(
      "[\(Array(repeating: #"{"a":1,"b":{"c":"x"}}"#, count: 100).joined(separator: ","))]"
    )
    .values
    let sums = await withTaskGroup(of: Int64.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var sum: Int64 = 0
          for object in objects.map({ $0.mapValues { $0 } }) {
            if case .int(let int)? = object["a"], object == objects[0] { sum += int }
          }
          return sum
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 100, count: 8))
  }
}
