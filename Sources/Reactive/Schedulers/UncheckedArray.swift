/// A growing array with one owner, whose bounds are checked only in debug builds.
///
/// It is used by the event queue, which accesses four elements per event: an `Array`'s checks for
/// bounds and for unique ownership were a third of its work.
@safe struct UncheckedArray<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 16
  private(set) var base = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  deinit {
    unsafe base.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(0 <= index && index < count)
      return unsafe base[index]
    }
    @inline(__always) set {
      assert(0 <= index && index < count)
      unsafe base[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe base[count] = element
    count += 1
  }

  /// Appends elements whose values are undefined.
  mutating func append(count added: Int) {
    while count + added > capacity { grow() }
    count += added
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe base[count]
  }

  mutating func removeAll(after kept: Int) {
    assert(kept <= count)
    count = kept
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = unsafe larger
    capacity *= 2
  }
}
