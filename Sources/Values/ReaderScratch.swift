/// What a reader keeps while it makes values: elements and members of the containers still open,
/// and the keys it has made.
///
/// The contents of a container are gathered at the end of one stack, then moved into an array of
/// the right size: one allocation for each container, and nothing is retained or released.
final class ReaderScratch {
  var elements = MovingStack<Value>()
  var members = MovingStack<Member>()
  /// Keys made before, at the place that their first bytes give.
  var keys: [Text] = []

  static let keyCount = 64
}

/// A stack whose upper part is moved out as an array.
struct MovingStack<Element>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 0
    start = .allocate(capacity: 0)
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (start + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  subscript(position: Int) -> Element {
    _read { yield start[position] }
  }

  /// Takes the elements from `position` on away as an array.
  @inline(__always)
  mutating func takeAll(from position: Int) -> [Element] {
    let size = count - position
    if size == 0 { return [] }
    let source = start + position
    count = position
    return [Element](unsafeUninitializedCapacity: size) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: source, count: size)
      initialized = size
    }
  }

  private mutating func grow() {
    let larger = max(16, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }
}
