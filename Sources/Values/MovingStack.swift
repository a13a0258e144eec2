/// A stack whose upper part is moved out as an array.
@safe struct MovingStack<Element>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 16
    unsafe start = .allocate(capacity: capacity)
  }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (start + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  subscript(position: Int) -> Element {
    _read { yield unsafe start[position] }
    _modify { yield unsafe &start[position] }
  }

  /// Removes the elements from `position` on and returns them as an array.
  @inline(__always)
  mutating func takeAll(from position: Int) -> [Element] {
    let size = count - position
    if size == 0 { return [] }
    // `Array(unsafeUninitializedCapacity:)` would do it in a single step, but the compiler (6.3)
    // does not specialize it: it looks up the type of its storage each time, which takes 100 ns.
    var array: [Element] = []
    array.reserveCapacity(size)
    for element in position..<count { unsafe array.append((start + element).move()) }
    count = position
    return array
  }

  mutating func removeAll(from position: Int = 0) {
    guard count > position else { return }
    unsafe (start + position).deinitialize(count: count - position)
    count = position
  }

  /// Calls `body` with the elements from `position` on. A caller that moves them out then calls
  /// `forget(from:)`.
  @inline(__always)
  mutating func withTop<Result>(
    from position: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result
  ) -> Result {
    unsafe body(UnsafeMutableBufferPointer(start: start + position, count: count - position))
  }

  /// Drops the elements from `position` on without destroying them, because they have been moved
  /// out.
  mutating func forget(from position: Int) { count = position }

  @inline(never)
  private mutating func grow() {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe moved.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe moved
    capacity *= 2
  }
}
