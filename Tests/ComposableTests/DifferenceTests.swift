import Composable
import Foundation
import Testing

private struct Person: Equatable {
  var name: String
  var age: Int
  var friends: [Person] = []
}

private final class Node {
  let name: String
  var next: Node?
  init(_ name: String) { self.name = name }
}

private indirect enum Deep {
  case end
  case more(Deep)
}

@Suite struct DifferenceTests {
  @Test func `shows the changes, and counts unchanged parts`() {
    let old = Person(
      name: "A", age: 1, friends: [Person(name: "B", age: 2), Person(name: "C", age: 3)])
    var new = old
    new.friends[1].age = 4
    #expect(
      Difference.text(old, new) == """
          Person(
            … (2 unchanged)
            friends: [
              … (1 unchanged)
              [1]: Person(
                name: "C",
        −       age: 3,
        +       age: 4,
                friends: []
              )
            ]
          )
        """)
    #expect(Difference.text(old, old) == nil)
  }

  @Test func `removed and added elements are shown separately`() {
    #expect(
      Difference.text([1, 2, 3], [1, 3, 4, 5]) == """
          [
            [0]: 1,
        −   [1]: 2,
            [2]: 3,
        +   [2]: 4,
        +   [3]: 5
          ]
        """)
  }

  @Test func `sets and dictionaries print in a fixed order`() {
    let set = Set((0..<20).map { "\($0)" })
    let dictionary = Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", $0) })
    for _ in 0..<5 {
      #expect(Dump(Set(set.shuffled())) == Dump(set))
      #expect(
        Dump(Dictionary(uniqueKeysWithValues: dictionary.shuffled().map { ($0.key, $0.value) }))
          .text
          == Dump(dictionary).text)
    }
  }

  @Test func `printing cyclic objects and values of any depth ends`() {
    let node = Node("a")
    node.next = node
    #expect(Dump(node).text == "Node(\n  name: \"a\",\n  next: Node(↩︎)\n)")
    node.next = nil
    let deep = (0..<2000).reduce(Deep.end) { deep, _ in .more(deep) }
    #expect(Dump(deep).text.contains("…"))
  }

  @Test func `values print as a person would write them`() {
    #expect(Dump.line(Optional<Int>.none as Any) == "nil")
    #expect(Dump.line("a\"b") == #""a\"b""#)
    #expect(Dump.line([1, 2]) == "[1, 2]")
    #expect(Dump.line(Date(timeIntervalSince1970: 0)) == "Date(1970-01-01T00:00:00Z)")
    #expect(Dump.line(Person.self) == "Person.self")
    #expect(Dump.line(Result<Int, any Error>.success(1)) == "Result<Int, Error>.success(1)")
    struct Local {}
    #expect(!Dump.line(Local.self).contains("unknown context"))
  }
}
