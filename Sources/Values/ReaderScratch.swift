/// The working memory of a reader that creates values: the contents of the containers that are
/// still open, the shapes it has found, and the keys it has created.
///
/// The contents of a container are collected on top of one stack, and then moved into an array of
/// the right size. This takes one allocation per container, and nothing is retained or released.
struct ReaderScratch: ~Copyable {
  var elements = MovingStack<Value>()
  var slots = MovingStack<Object.Slot>()
  var shapes = ShapeTree()
  var texts = StringCache()
  var reusing = Reusing()
  var deferred = DeferredTexts()
  /// Whether it is worthwhile to release strings in records that have been played.
  var lettingGo = Reusing(pause: 64)
}

/// A heuristic for whether it is worthwhile to read an object into the memory of the previous one.
struct Reusing {
  /// The number of objects that get separate memory after one turned out to be in use elsewhere.
  private let pause: Int
  private var rest = 0

  init(pause: Int = 1000) { self.pause = pause }

  /// This is read once per object, and counts the pause down.
  var isOn: Bool {
    mutating get {
      if rest == 0 { return true }
      rest -= 1
      return false
    }
  }

  mutating func note(_ refilling: Object.Refilling) {
    if refilling == .copied { rest = pause }
  }
}

/// The memory that a reader keeps from one reading to the next: the shapes of objects, and buffers.
///
/// It serves one reader at a time. The reader uses the pointer directly, because each access
/// through a class would check exclusivity at run time.
@safe package final class ReaderMemory {
  let scratch: UnsafeMutablePointer<ReaderScratch>
  /// The fields of records that are read; nil for all.
  package private(set) var selection: Set<Text>?

  package init() {
    unsafe scratch = .allocate(capacity: 1)
    unsafe scratch.initialize(to: ReaderScratch())
  }

  /// Starts again with an empty tree if there is no room for further shapes, because the next
  /// shapes may be different.
  package func makeRoom() {
    if unsafe scratch.pointee.shapes.isFull {
      unsafe scratch.pointee.shapes = ShapeTree(selection: selection)
    }
  }

  /// Restricts `readValue(into:)` to some fields of records. The others are checked and skipped.
  package func readOnly(_ fields: Set<Text>) {
    selection = fields
    unsafe scratch.pointee.shapes = ShapeTree(selection: fields)
  }

  deinit {
    unsafe scratch.deinitialize(count: 1)
    unsafe scratch.deallocate()
  }
}
