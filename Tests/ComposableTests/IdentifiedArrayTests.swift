import Composable
import Foundation
import Testing

private struct Todo: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title = ""
  var notes: [String] = []
}

private struct Named: Equatable { var name: String }

@Suite struct IdentifiedArrayTests {
  private let three: IdentifiedArrayOf<Todo> = [Todo(id: 3), Todo(id: 1), Todo(id: 2)]

  @Test func `finds elements by id and keeps their order`() {
    #expect(three.ids == [3, 1, 2])
    #expect(three[id: 1] == Todo(id: 1))
    #expect(three[id: 9] == nil)
    #expect(three.index(id: 2) == 2)
    #expect(three[0] == Todo(id: 3))
    #expect(three.map(\.id) == [3, 1, 2])
  }

  @Test func `changes an element in place`() {
    var todos = three
    todos[id: 1]?.title = "one"
    todos[id: 9]?.title = "nobody"
    todos[0].title = "three"
    #expect(todos.map(\.title) == ["three", "one", ""])
    #expect(todos.ids == [3, 1, 2])
  }

  @Test func `stays an identified array when filtered, and adds no id twice`() {
    var todos = three.filter { $0.id != 3 }
    #expect(todos.ids == [1, 2] && todos.index(id: 2) == 1)
    todos.append(contentsOf: [Todo(id: 5), Todo(id: 1, title: "another"), Todo(id: 4)])
    #expect(todos.ids == [1, 2, 5, 4])
    #expect(todos.remove(Todo(id: 2, title: "by its identity")) == Todo(id: 2))
    #expect(todos.remove(Todo(id: 2)) == nil)
    #expect(todos.ids == [1, 5, 4] && todos.index(id: 4) == 2)
    var numbers = IdentifiedArray(uniqueElements: [3, 1, 2], id: \.self)
    numbers.sort()
    #expect(Array(numbers) == [1, 2, 3] && numbers.index(id: 3) == 2)
  }

  @Test func `removes the first, the middle and the last element`() {
    for id in [3, 1, 2] {
      var (one, other) = (three, three)
      one[id: id] = nil
      other.remove(id: id)
      #expect(one == other)
      #expect(one.ids == [3, 1, 2].filter { $0 != id })
      for left in one.ids { #expect(one[id: left]?.id == left) }
      var third = three
      func clear(_ todo: inout Todo?) { todo = nil }
      clear(&third[id: id])
      #expect(third == one)
      for (place, left) in third.ids.enumerated() { #expect(third.index(id: left) == place) }
    }
  }

  @Test func `appends an element that is set for a missing id`() {
    var todos = three
    todos[id: 7] = Todo(id: 7)
    todos[id: 8] = nil
    #expect(todos.ids == [3, 1, 2, 7])
    let again = todos.append(Todo(id: 1, title: "another"))
    #expect(again == (false, 1))
    #expect(todos.updateOrAppend(Todo(id: 1, title: "another")) == Todo(id: 1))
    #expect(todos.updateOrAppend(Todo(id: 9)) == nil)
    #expect(todos[id: 1]?.title == "another")
    let inserted = todos.insert(Todo(id: 5), at: 0)
    #expect(inserted == (true, 0))
    #expect(todos.ids == [5, 3, 1, 2, 7, 9])
    #expect(todos.index(id: 9) == 5)
  }

  @Test func `agrees with an array through many random changes`() {
    var random = SystemRandomNumberGenerator()
    var todos = three
    var plain = Array(three)
    for step in 0..<3000 {
      let id = Int.random(in: 0..<20, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        todos.append(Todo(id: id))
        if !plain.contains(where: { $0.id == id }) { plain.append(Todo(id: id)) }
      case 1:
        todos[id: id] = nil
        plain.removeAll { $0.id == id }
      case 2:
        todos[id: id]?.notes.append("\(step)")
        if let place = plain.firstIndex(where: { $0.id == id }) {
          plain[place].notes.append("\(step)")
        }
      case 3:
        todos.sort { $0.notes.count < $1.notes.count || $0.id < $1.id }
        plain.sort { $0.notes.count < $1.notes.count || $0.id < $1.id }
        plain = Array(todos)
      case 4:
        todos.removeAll { $0.id % 5 == id % 5 }
        plain.removeAll { $0.id % 5 == id % 5 }
      default:
        guard plain.count > 1 else { continue }
        todos.swapAt(0, plain.count - 1)
        plain.swapAt(0, plain.count - 1)
      }
      #expect(Array(todos) == plain)
      #expect(plain.allSatisfy { todos[id: $0.id] == $0 })
    }
  }

  @Test func `changing an element costs the same whatever its size and that of the others`() {
    var todos = IdentifiedArrayOf<Todo>(uniqueElements: (0..<100_000).map { Todo(id: $0) })
    todos[id: 5]?.notes = Array(repeating: "note", count: 100_000)
    // Copying the elements or the notes each time would take 2 * 10^10 steps.
    for _ in 0..<100_000 { todos[id: 5]?.notes[0] = "x" }
    #expect(todos[id: 5]?.notes[0] == "x")
  }

  @Test func `identifies elements by a key path`() {
    var names = IdentifiedArray(uniqueElements: [Named(name: "a"), Named(name: "b")], id: \.name)
    names.append(Named(name: "a"))
    #expect(names.ids == ["a", "b"])
  }

  @Test func `is encoded as a list, and rejects duplicate ids`() throws {
    let data = try JSONEncoder().encode(three)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Todo>.self, from: data) == three)
    let twice = try JSONEncoder().encode([Todo(id: 1), Todo(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Todo>.self, from: twice)
    }
  }

  @Test func `reports which id is a duplicate or was changed`() async {
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = IdentifiedArrayOf<Todo>(uniqueElements: [Todo(id: 4), Todo(id: 4)])
    }
    #expect(
      text(twice).contains(
        "an identified array of two elements with the identity 4"))
    let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var todos: IdentifiedArrayOf<Todo> = [Todo(id: 4)]
      todos[id: 4] = Todo(id: 5)
    }
    #expect(
      text(changed).contains(
        "the element of an identified array with the identity 4 was set to one with 5"))
  }
}
