/// What a reader keeps while it makes values: the contents of the containers still open, the shapes
/// it has met, and keys it has made.
///
/// The contents of a container are gathered at the end of one stack, then moved into an array of
/// the right size: one allocation for each container, and nothing is retained or released.
struct ReaderScratch: ~Copyable {
  var elements = MovingStack<Value>()
  var slots = MovingStack<Object.Slot>()
  var shapes = ShapeTree()
  var texts = StringCache()
  var reusing = Reusing()
  var deferred = DeferredTexts()
  /// Whether it is worth letting go of texts in records that have come.
  var lettingGo = Reusing(pause: 64)
}

/// Whether it is worth reading an object into the memory of the one before.
struct Reusing {
  /// How many objects get memory of their own after one was found to be held by somebody else.
  private let pause: Int
  private var rest = 0

  init(pause: Int = 1000) { self.pause = pause }

  /// Asked for each object.
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

/// What a reader remembers from one reading to the next: the shapes of objects, and memory.
///
/// It serves one reader at a time. The reader goes by the pointer: going through a class would check
/// at run time, for each access, that it is the only one.
@safe package final class ReaderMemory {
  let scratch: UnsafeMutablePointer<ReaderScratch>
  /// The fields of records that are read, if not all are.
  package private(set) var selection: Set<Text>?

  package init() {
    unsafe scratch = .allocate(capacity: 1)
    unsafe scratch.initialize(to: ReaderScratch())
  }

  /// Begins anew if there is no room for further shapes: those that come from now on may be others.
  package func makeRoom() {
    if unsafe scratch.pointee.shapes.isFull {
      unsafe scratch.pointee.shapes = ShapeTree(selection: selection)
    }
  }

  /// Has only some fields of records read, which are what `readValue(into:)` reads; the others are
  /// checked, and passed over.
  package func readOnly(_ fields: Set<Text>) {
    selection = fields
    unsafe scratch.pointee.shapes = ShapeTree(selection: fields)
  }

  deinit {
    unsafe scratch.deinitialize(count: 1)
    unsafe scratch.deallocate()
  }
}
