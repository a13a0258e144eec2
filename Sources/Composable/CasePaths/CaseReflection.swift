public import Synchronization

/// Extracts the payload of one case of an enum, given only the function that wraps it.
///
/// The function does not reveal which case it makes. However, wrapping any value that fits returns
/// an enum whose tag can be read. The result is stored, so it is learned once per path.
///
/// The path of every action is inlinable, as in `PreparedReducer`.
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

  /// Creates a reflection; without a layout, all values go through mirrors.
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

  /// Learns the case from the first value that fits.
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
      // The value belongs to another case with the same payload type, and now the case is known.
      // How that case stores its payload is looked up, as for the first one.
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

  /// Copies the enum and projects the payload of the copy.
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

  /// Does the same for an enum that stores its payload in a box.
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

  /// The slow path, for a payload that is read as a different type from the one that the case
  /// declares: an error type out of `any Error`, a subclass out of its class.
  @usableFromInline
  func throughMirror(_ root: Root) -> Value? {
    guard let child = Mirror(reflecting: root).children.first,
      let value = Self.value(in: child.value)
    else { return nil }
    // With a layout, the tag has already been checked. Another case may also contain a value of the
    // type.
    if knowledge.layout == nil, let mirrored = MirroredCase(of: root),
      mirrored.name != MirroredCase(of: embed(value))?.name
    {
      return nil
    }
    return value
  }

  private static func value(in payload: Any) -> Value? {
    if let value = payload as? Value { return value }
    // A labelled payload of one value is a tuple of one element.
    let inner = Mirror(reflecting: payload)
    guard inner.displayStyle == .tuple, inner.children.count == 1 else { return nil }
    return inner.children.first.flatMap { $0.value as? Value }
  }
}

extension CaseReflection where Value == Void {
  /// Whether two values belong to the same case, and are equal if the case turns out to have a
  /// payload.
  ///
  /// The callers know that the type is `Equatable`. A closure that may run anywhere cannot use
  /// that, so the conformance is looked up when it is needed.
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
  /// Whether a value of a type that is not known here equals this one.
  package func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}

/// The facts known about a case. Any thread may read and write them.
@usableFromInline
final class CaseKnowledge: Sendable {
  /// Nil if the root is not an enum.
  @usableFromInline let layout: EnumLayout?
  @usableFromInline let bits = Atomic<UInt64>(0)

  init(layout: EnumLayout?) {
    self.layout = layout
  }

  @usableFromInline
  convenience init(layoutOf root: Any.Type) {
    self.init(layout: EnumLayout(root))
  }

  /// Whether the case is not known yet, but may become known.
  @inlinable var isOpen: Bool { bits.load(ordering: .relaxed) == 0 && layout != nil }

  /// Whether the case can never become known.
  var isClosed: Bool { layout == nil || bits.load(ordering: .relaxed) == Knowledge.closed }

  /// Learns the case from a root that a hand-written path has extracted a value from.
  ///
  /// This works only if no other case contains such a value. A path to any other function of the
  /// root is called each time: a path to the case of a case, for example, or to one of two cases
  /// with the same type.
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

/// The facts known about a case, in one word; 0 if there are none.
@usableFromInline
struct Knowledge {
  @usableFromInline let bits: UInt64

  /// The word for a case that cannot be known.
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
  /// Whether the payload is stored in the enum itself, as the type that the path declares.
  @inlinable var isPlain: Bool { bits & 6 == 2 }
  @inlinable var tag: UInt32 { UInt32(truncatingIfNeeded: bits >> 3) }
}

/// The case of an enum value and its payload, as shown by the value's mirror. This is the slow
/// path, for metadata that does not have the layout that `EnumLayout` expects.
struct MirroredCase {
  let name: String
  /// Nil if the case has no payload.
  let payload: Any?

  /// Nil if the value is not an enum.
  init?(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
    let child = mirror.children.first
    payload = child?.value
    // A case without a payload has no child. Its name is the description of the value.
    name = child?.label ?? String(describing: value)
  }
}
