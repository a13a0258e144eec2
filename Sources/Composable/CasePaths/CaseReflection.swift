public import Synchronization

/// Takes the payload out of one case of an enum, of which only the function is known that puts it in.
///
/// Which case that is cannot be seen from the function; but any value that fits, put in by it, gives
/// an enum whose tag can be read. What was learned is kept, so it is learned once a path.
///
/// What every action goes through is inlinable, as in `PreparedReducer`.
@usableFromInline
final class CaseReflection<Root, Value>: Sendable {
  private let embed: @Sendable (Value) -> Root
  @usableFromInline let knowledge: CaseKnowledge

  @usableFromInline
  convenience init(embed: @escaping @Sendable (Value) -> Root) {
    precondition(
      !EnumLayout.changesShape(Value.self),
      """
      reflection cannot take a function or a metatype out of a case: instead of '/', write \
      'CasePath(embed:extract:)' for the case of \(Root.self) that holds \(Value.self)
      """)
    self.init(embed: embed, layout: EnumLayout(Root.self))
  }

  /// Without a layout, all values go through mirrors.
  init(embed: @escaping @Sendable (Value) -> Root, layout: EnumLayout?) {
    self.embed = embed
    knowledge = CaseKnowledge(layout: layout)
  }

  @inlinable
  func extract(from root: Root) -> Value? {
    guard let layout = knowledge.layout else { return throughMirror(root) }
    let tag = unsafe withUnsafePointer(to: root) { unsafe layout.tag(at: UnsafeRawPointer($0)) }
    let known = knowledge.current
    if known.isKnown {
      guard known.tag == tag else { return nil }
      if known.isPlain { return payload(of: root, layout) }
    }
    return extractSlowly(from: root, tag, layout, known)
  }

  @usableFromInline
  func extractSlowly(
    from root: Root, _ tag: UInt32, _ layout: EnumLayout, _ known: Knowledge
  ) -> Value? {
    guard known.isKnown else { return learn(from: root, tag, layout) }
    return known.isDirect ? boxedPayload(of: root, layout) : throughMirror(root)
  }

  /// The first time that a value fits.
  private func learn(from root: Root, _ tag: UInt32, _ layout: EnumLayout) -> Value? {
    guard let payload = layout.payload(of: tag) else { return nil }
    let isDirect = EnumLayout.isSame(payload.type, Value.self)
    let found =
      !isDirect
      ? throughMirror(root)
      : payload.isIndirect ? boxedPayload(of: root, layout) : self.payload(of: root, layout)
    guard let value = found else { return nil }
    let embeddedTag = layout.tag(of: embed(value))
    guard embeddedTag == tag else {
      // Another case of the same type, and now it is known which. How it holds its payload is not,
      // but that is the same question as before.
      note(embeddedTag, layout)
      return nil
    }
    note(tag, layout)
    return value
  }

  private func note(_ tag: UInt32, _ layout: EnumLayout) {
    guard let payload = layout.payload(of: tag) else { return }
    let known = Knowledge(
      tag: tag, isDirect: EnumLayout.isSame(payload.type, Value.self),
      isIndirect: payload.isIndirect)
    knowledge.bits.store(known.bits, ordering: .relaxed)
  }

  /// Copies the enum and makes the copy its payload.
  @inlinable
  func payload(of root: Root, _ layout: EnumLayout) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { copy in
      unsafe copy.initializeElement(at: 0, to: root)
      // The buffer of one element has an address.
      let place = unsafe UnsafeMutableRawBufferPointer(copy).baseAddress.unsafelyUnwrapped
      unsafe layout.projectPayload(of: place)
      return unsafe place.assumingMemoryBound(to: Value.self).move()
    }
  }

  /// The same where the enum holds its payload in a box.
  private func boxedPayload(of root: Root, _ layout: EnumLayout) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { copy in
      unsafe copy.initializeElement(at: 0, to: root)
      let place = unsafe UnsafeMutableRawBufferPointer(copy).baseAddress.unsafelyUnwrapped
      unsafe layout.projectPayload(of: place)
      let box = unsafe place.load(as: Unmanaged<AnyObject>.self)
      defer { unsafe box.release() }
      let mask = MemoryLayout<Value>.alignment - 1
      let offset = (2 * MemoryLayout<UInt>.size + mask) & ~mask
      return unsafe (UnsafeRawPointer(box.toOpaque()) + offset).assumingMemoryBound(to: Value.self)
        .pointee
    }
  }

  /// The slow way, for a payload that is taken as another type than the case declares: an error type
  /// out of `any Error`, a subclass out of its class.
  @usableFromInline
  func throughMirror(_ root: Root) -> Value? {
    guard let child = Mirror(reflecting: root).children.first,
      let value = Self.value(in: child.value)
    else { return nil }
    // With a layout the tag has been looked at. Another case may hold a value of the type too.
    if knowledge.layout == nil, let mirrored = MirroredCase(of: root),
      mirrored.name != MirroredCase(of: embed(value))?.name
    {
      return nil
    }
    return value
  }

  private static func value(in payload: Any) -> Value? {
    if let value = payload as? Value { return value }
    // A labelled payload of one value is a tuple of one.
    let inner = Mirror(reflecting: payload)
    guard inner.displayStyle == .tuple, inner.children.count == 1 else { return nil }
    return inner.children.first.flatMap { $0.value as? Value }
  }
}

extension CaseReflection where Value == Void {
  /// Whether two values are of the same case, and equal if the case has a payload after all.
  ///
  /// The type is known to be `Equatable` where this is called from; a closure that may run anywhere
  /// cannot make use of it, so it is looked up when it is needed.
  static func isSame(_ one: Root, _ other: Root) -> Bool {
    if let layout = EnumLayout(Root.self) {
      let tag = layout.tag(of: one)
      guard tag == layout.tag(of: other) else { return false }
      if layout.payload(of: tag) == nil { return true }
    }
    return (one as? any Equatable)?.isEqual(to: other) ?? false
  }
}

extension Equatable {
  /// Whether a value of a type that is not known here is equal to this one.
  package func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}

/// What is known of a case, and may be asked and told from anywhere.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// Nil if the root is no enum.
  @usableFromInline let layout: EnumLayout?
  @usableFromInline let bits = Atomic<UInt64>(0)

  init(layout: EnumLayout?) {
    self.layout = layout
  }

  @usableFromInline
  convenience init(layoutOf root: Any.Type) {
    self.init(layout: EnumLayout(root))
  }

  /// Whether it is still to be found out which case it is.
  @inlinable var isOpen: Bool { bits.load(ordering: .relaxed) == 0 && layout != nil }

  /// Whether it never will be.
  var isClosed: Bool { layout == nil || bits.load(ordering: .relaxed) == Knowledge.closed }

  /// Learns the case from a root of which a path written by hand has extracted a value.
  ///
  /// Only if that is the one case that holds such a value: a path to any other function of the root,
  /// such as the case of a case, or one of two that hold the same, goes on to be asked each time.
  func learn(from root: UnsafeRawPointer, holding value: Any.Type) {
    guard let layout else { return }
    let tag = unsafe layout.tag(at: root)
    let known =
      layout.isOnlyCase(tag, holding: value)
      ? Knowledge(tag: tag, isDirect: true, isIndirect: false).bits : Knowledge.closed
    bits.store(known, ordering: .relaxed)
  }

  @inlinable var current: Knowledge { Knowledge(bits: bits.load(ordering: .relaxed)) }

  /// The number of the case, if it is known.
  var tag: UInt64? {
    let current = current
    return current.isKnown ? UInt64(current.tag) : nil
  }
}

/// What is known of a case, in one word: 0 if nothing is.
@usableFromInline
struct Knowledge {
  @usableFromInline let bits: UInt64

  /// That nothing can be known.
  static let closed: UInt64 = 2

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
  }

  init(tag: UInt32, isDirect: Bool, isIndirect: Bool) {
    bits = UInt64(tag) << 3 | (isIndirect ? 4 : 0) | (isDirect ? 2 : 0) | 1
  }

  @inlinable var isKnown: Bool { bits & 1 != 0 }
  var isDirect: Bool { bits & 2 != 0 }
  /// Whether the payload lies in the enum itself, as what it is taken for.
  @inlinable var isPlain: Bool { bits & 6 == 2 }
  @inlinable var tag: UInt32 { UInt32(truncatingIfNeeded: bits >> 3) }
}
