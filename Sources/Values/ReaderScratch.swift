/// The working memory of a reader that makes values: the contents of the containers still open, the
/// shapes it has met, and the keys it has made.
///
/// The contents of a container are gathered on top of one stack, then moved into an array of the
/// right size: one allocation per container, and nothing is retained or released.
struct ReaderScratch: ~Copyable {
  var elements = MovingStack<Value>()
  var slots = MovingStack<Object.Slot>()
  var shapes = ShapeTree()
  var texts = StringCache()
  var reusing = Reusing()
  var deferred = DeferredTexts()
  /// Whether it pays to release texts in records that have been played.
  var lettingGo = Reusing(pause: 64)
}

/// A heuristic: whether it pays to read an object into the memory of the previous one.
struct Reusing {
  /// The number of objects that get memory of their own after one turned out to be in use
  /// elsewhere.
  private let pause: Int
  private var rest = 0

  init(pause: Int = 1000) { self.pause = pause }

  /// Read once per object; counts the pause down.
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
/// It serves one reader at a time. The reader uses the pointer directly: each access through a
/// class would check exclusivity at run time.
@safe package final class ReaderMemory {
  let scratch: UnsafeMutablePointer<ReaderScratch>
  /// The fields of records that are read; nil for all.
  package private(set) var selection: Set<Text>?

  package init() {
    unsafe scratch = .allocate(capacity: 1)
    unsafe scratch.initialize(to: ReaderScratch())
  }

  /// Starts over with an empty tree if there is no room for further shapes: the next ones may be
  /// different.
  package func makeRoom() {
    if unsafe scratch.pointee.shapes.isFull {
      unsafe scratch.pointee.shapes = ShapeTree(selection: selection)
    }
  }

  /// Restricts `readValue(into:)` to some fields of records; the others are checked and skipped.
  package func readOnly(_ fields: Set<Text>) {
    selection = fields
    unsafe scratch.pointee.shapes = ShapeTree(selection: fields)
  }

  deinit {
    unsafe scratch.deinitialize(count: 1)
    unsafe scratch.deallocate()
  }
}
