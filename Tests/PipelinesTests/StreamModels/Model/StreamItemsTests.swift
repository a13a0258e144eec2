import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// The items of a stream as a collection.
@Suite struct StreamItemsTests {
  static let second: [Operator] = [.delay(seconds: 1)]

  @Test func `items can be read like an array`() {
    let items: StreamItems<Int> = [
      StreamItem(1, .delay(seconds: 1)), StreamItem(2), StreamItem(3, operators: Self.second),
    ]
    #expect(items.count == 3)
    #expect(items.map(\.value) == [1, 2, 3])
    #expect(items.map(\.operators.count) == [1, 0, 1])
    #expect(items[2] == StreamItem(3, .delay(seconds: 1)))
    #expect(items.last?.value == 3)
    #expect(items.reversed().map(\.value) == [3, 2, 1])
  }

  @Test func `equal lists are stored once`() {
    var items = StreamItems<Int>()
    for value in 0..<1000 {
      items.append(StreamItem(value, operators: value % 2 == 0 ? [] : Self.second))
    }
    #expect(items.lists.count == 2)
    items[5].operators = [.delay(seconds: 2)]
    items[6].operators = [.delay(seconds: 2)]
    #expect(items.lists.count == 3)
    var annotated = Operator.delay(seconds: 1)
    annotated.annotations = [Member(key: "$why", value: 1)]
    items[7].operators = [annotated]
    #expect(items.lists.count == 4)
    #expect(items[7].operators != items[9].operators)
  }

  @Test func `changes have the same results as for an array`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    func item() -> StreamItem<Int> {
      var item = StreamItem(random.below(100), operators: random.oneIn(2) ? [] : Self.second)
      if random.oneIn(3) {
        item.annotations = [Member(key: "$n", value: .int(Int64(random.below(9))))]
      }
      return item
    }
    for _ in 0..<300 {
      var items = StreamItems<Int>()
      var array: [StreamItem<Int>] = []
      for _ in 0..<random.below(12) {
        switch random.below(4) {
        case 0:
          let new = item()
          items.append(new)
          array.append(new)
        case 1 where !array.isEmpty:
          let (place, new) = (random.below(array.count), item())
          items[place] = new
          array[place] = new
        case 2 where !array.isEmpty:
          let place = random.below(array.count)
          #expect(items.remove(at: place) == array.remove(at: place), "seed \(seed)")
        default:
          let start = random.below(array.count + 1)
          let end = start + random.below(array.count - start + 1)
          let new = (0..<random.below(4)).map { _ in item() }
          items.replaceSubrange(start..<end, with: new)
          array.replaceSubrange(start..<end, with: new)
        }
        #expect(Array(items) == array, "seed \(seed)")
      }
      let same = StreamItems(array)
      #expect(items == same, "seed \(seed)")
      #expect(items.hashValue == same.hashValue, "seed \(seed)")
    }
  }

  @Test func `equality compares items, not how they are stored`() {
    var changed: StreamItems<Int> = [StreamItem(1, .delay(seconds: 9)), StreamItem(2)]
    changed[0].operators = []
    #expect(changed == [StreamItem(1), StreamItem(2)])
    #expect(changed != [StreamItem(1), StreamItem(2, .delay(seconds: 0))])
  }

  @Test func `a list that no item uses any more is not checked`() throws {
    var items: StreamItems<Int> = [StreamItem(1, .map(expression: "$0 +")), StreamItem(2)]
    items[0].operators = []
    #expect(try StreamModel(source: .stream(items)).play().brief == "1@0 2@0 |@0")
  }
}
