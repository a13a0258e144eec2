/// The metadata of an enum in the runtime: the case of a value, and the payloads of the cases.
///
/// Swift's mirrors return the same information, but take a microsecond and several allocations per
/// call. The metadata has the layout of `swift/ABI/Metadata.h`, which programs have relied on for
/// years. That layout is checked before the first use (`isTrusted`). A type that is not an enum has
/// no layout here, and its values go through mirrors. On a runtime with different metadata this
/// applies to all types.
@usableFromInline
@safe package struct EnumLayout: Sendable {
  @usableFromInline let type: Any.Type
  @usableFromInline let getTag: GetTag
  @usableFromInline let project: Project

  /// Nil if the type is not an enum, or metadata does not have the expected layout.
  init?(_ type: Any.Type) {
    guard Self.isTrusted else { return nil }
    self.init(unchecked: type, .current)
  }

  /// Does the same without the check. The check itself uses this.
  init?(unchecked type: Any.Type, _ format: Format) {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let kind = unsafe metadata.load(as: UInt.self)
    guard kind == Self.enumKind || kind == Self.optionalKind else { return nil }
    // The value witness table contains the operations of a type as functions. It comes before the
    // metadata.
    let witnesses = unsafe metadata.load(
      fromByteOffset: -MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    guard
      unsafe witnesses.load(fromByteOffset: format.flags, as: UInt32.self) & Self.hasEnumWitnesses
        != 0
    else { return nil }
    self.type = type
    unsafe getTag = unsafe witnesses.load(fromByteOffset: format.getTag, as: GetTag.self)
    unsafe project = unsafe witnesses.load(fromByteOffset: format.project, as: Project.self)
  }

  private var metadata: UnsafeRawPointer { unsafe unsafeBitCast(type, to: UnsafeRawPointer.self) }

  private static let enumKind: UInt = 0x201
  private static let optionalKind: UInt = 0x202
  private static let hasEnumWitnesses: UInt32 = 0x0020_0000

  // MARK: The case of a value

  /// The number of the value's case. The cases with a payload come first, followed by those
  /// without, each in the order of their declarations.
  func tag<Value>(of value: Value) -> UInt32 {
    unsafe withUnsafePointer(to: value) { unsafe tag(at: UnsafeRawPointer($0)) }
  }

  @inlinable
  func tag(at value: UnsafeRawPointer) -> UInt32 {
    unsafe getTag(value, unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  /// Turns the enum at `value` into its payload, in place.
  @inlinable
  func projectPayload(of value: UnsafeMutableRawPointer) {
    unsafe project(value, unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  @usableFromInline typealias GetTag =
    @Sendable @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  @usableFromInline typealias Project =
    @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// The offsets in the value witness table of a type.
  struct Format {
    var size: Int
    var stride: Int
    var flags: Int
    var getTag: Int
    var project: Int

    /// The layout that Swift 5 made stable.
    static var current: Format {
      let word = MemoryLayout<UInt>.size
      let flags = 10 * word
      return Format(
        size: 8 * word, stride: 9 * word, flags: flags, getTag: flags + 8,
        project: flags + 8 + word)
    }
  }

  // MARK: The payloads of the cases

  struct Payload {
    let type: Any.Type
    /// Whether the enum stores the payload in a separate box.
    let isIndirect: Bool
  }

  /// The payload of the case with this number; nil if it has none.
  func payload(of tag: UInt32) -> Payload? {
    guard let fields = unsafe fields else { return nil }
    let size = unsafe Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    guard unsafe tag < fields.load(fromByteOffset: 12, as: UInt32.self) else { return nil }
    let record = unsafe fields + 16 + Int(tag) * size
    guard let name = unsafe Self.target(of: record + 4),
      let type = unsafe _getTypeByMangledNameInContext(
        name.assumingMemoryBound(to: UInt8.self), UInt(Self.length(ofMangled: name)),
        genericContext: descriptor, genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
    else { return nil }
    return unsafe Payload(type: type, isIndirect: record.load(as: UInt32.self) & 1 != 0)
  }

  /// Whether a case, and no other case, contains a value of a type.
  func isOnlyCase(_ tag: UInt32, holding value: Any.Type) -> Bool {
    // The cases with a payload come first.
    guard tag < payloadCount else { return false }
    return (0..<UInt32(payloadCount)).allSatisfy { other in
      // If a payload cannot be looked up, there is no answer.
      guard let payload = payload(of: other) else { return false }
      return Self.isSame(payload.type, value) == (other == tag)
    }
  }

  /// The names of all cases of a type, in the order of their tags; empty if it is not an enum.
  package static func caseNames(of type: Any.Type) -> [String] {
    EnumLayout(type)?.names ?? []
  }

  /// The names of all cases, in the order of their tags.
  var names: [String] {
    guard let fields = unsafe fields else { return [] }
    let size = unsafe Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    return unsafe (0..<Int(fields.load(fromByteOffset: 12, as: UInt32.self))).compactMap { tag in
      unsafe Self.target(of: fields + 16 + tag * size + 8).map {
        unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
  }

  /// The number of cases with a payload. The upper eight bits have another meaning.
  var payloadCount: Int {
    unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00ff_ffff)
  }

  /// Whether the records of the cases have the given number and the expected size.
  func hasFields(count: Int) -> Bool {
    guard let fields = unsafe fields else { return false }
    return unsafe fields.load(fromByteOffset: 10, as: UInt16.self) == 3 * MemoryLayout<Int32>.size
      && fields.load(fromByteOffset: 12, as: UInt32.self) == count
  }

  private var descriptor: UnsafeRawPointer {
    unsafe metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }

  /// The header before the records of the cases.
  private var fields: UnsafeRawPointer? { unsafe Self.target(of: descriptor + 16) }

  /// Follows an offset that is relative to its own address; nil if it is zero.
  private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = unsafe Int(place.load(as: Int32.self))
    return unsafe offset == 0 ? nil : place + offset
  }

  /// A mangled name ends with a zero. Zeros within the references that it contains do not count.
  private static func length(ofMangled name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch unsafe name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1f: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
  }
}

extension EnumLayout {
  /// Whether values of two types have the same memory layout: the same type, or tuples of the same
  /// types, regardless of labels.
  static func isSame(_ one: Any.Type, _ other: Any.Type) -> Bool {
    if one == other { return true }
    guard let first = elements(ofTuple: one), let second = elements(ofTuple: other) else {
      return isSame(one, elements(ofTuple: other)) || isSame(other, elements(ofTuple: one))
    }
    return first.count == second.count && zip(first, second).allSatisfy(isSame)
  }

  /// A labelled payload of one value is a tuple of one element.
  private static func isSame(_ type: Any.Type, _ elements: [Any.Type]?) -> Bool {
    guard let elements, elements.count == 1 else { return false }
    return isSame(elements[0], type)
  }

  /// Whether values of a type are represented differently where the type is concrete and where it
  /// is a type parameter. This is the case for functions, metatypes, and types that contain one of
  /// them.
  static func changesShape(_ type: Any.Type) -> Bool {
    // Mirrors know the types of the values that they show.
    guard isTrusted else { return false }
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch unsafe metadata.load(as: UInt.self) {
    case 0x302, 0x304: return true
    case optionalKind:
      let wrapped = unsafe metadata.load(
        fromByteOffset: 2 * MemoryLayout<UInt>.size, as: Any.Type.self)
      return changesShape(wrapped)
    default: return elements(ofTuple: type)?.contains(where: changesShape) ?? false
    }
  }

  private static func elements(ofTuple type: Any.Type) -> [Any.Type]? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: UInt.self) == 0x301 else { return nil }
    let word = MemoryLayout<UInt>.size
    let count = unsafe Int(metadata.load(fromByteOffset: word, as: UInt.self))
    return (0..<count).map { index in
      unsafe metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
    }
  }
}
