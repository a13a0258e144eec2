/// An enum with a case of each kind, whose metadata is completely known.
private enum Canary: Equatable {
  case number(Int32)
  case text(String)
  indirect case boxed([Int])
  case pair(flag: Bool, count: UInt64)
  case empty, last

  static let names = ["number", "text", "boxed", "pair", "empty", "last"]
  static let payloads: [Any.Type] = [
    Int32.self, String.self, [Int].self, (flag: Bool, count: UInt64).self,
  ]
  static let values = [
    Canary.number(7), .text("a string that is longer than fifteen bytes"), .boxed([1, 2]),
    .pair(flag: true, count: .max), .empty, .last,
  ]
}

extension EnumLayout {
  /// Whether metadata has the expected layout. This is checked once, on an enum that is known.
  ///
  /// If not, no type has a layout, and all values go through mirrors.
  static let isTrusted = describesCanary(format: .current)

  /// Whether everything that is read from the canary is correct. Plain loads come first: pointers
  /// are followed once the loads are correct, and functions are called once the pointers have led
  /// to the correct places.
  static func describesCanary(format: Format) -> Bool {
    guard hasTable(of: Canary.self, format),
      let layout = EnumLayout(unchecked: Canary.self, format),
      layout.payloadCount == Canary.payloads.count, layout.hasFields(count: Canary.names.count),
      layout.names == Canary.names
    else { return false }
    for (tag, type) in Canary.payloads.enumerated() {
      guard let payload = layout.payload(of: UInt32(tag)), payload.type == type,
        payload.isIndirect == (type == [Int].self)
      else { return false }
    }
    for (tag, value) in Canary.values.enumerated() {
      guard layout.tag(of: value) == tag,
        layout.payload(of: UInt32(tag)) == nil || tag < Canary.payloads.count
      else { return false }
    }
    return extracts(Canary.number, 7, with: layout)
      && extracts(Canary.text, "a string that is longer than fifteen bytes", with: layout)
      && extracts({ .boxed($0) }, [1, 2], with: layout)
  }

  /// Whether the value witness table of a type begins as expected.
  private static func hasTable<Value>(of type: Value.Type, _ format: Format) -> Bool {
    let metadata = unsafe unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    let witnesses = unsafe metadata.load(
      fromByteOffset: -MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    let flags = unsafe witnesses.load(fromByteOffset: format.flags, as: UInt32.self)
    return unsafe witnesses.load(fromByteOffset: format.size, as: Int.self)
      == MemoryLayout<Value>.size
      && witnesses.load(fromByteOffset: format.stride, as: Int.self) == MemoryLayout<Value>.stride
      && Int(flags & 0xff) == MemoryLayout<Value>.alignment - 1
  }

  /// Whether a payload is extracted as it was embedded, both the first time and again, and from no
  /// other case.
  private static func extracts<Payload: Equatable>(
    _ embed: @escaping @Sendable (Payload) -> Canary, _ payload: Payload, with layout: EnumLayout
  ) -> Bool {
    let reflection = CaseReflection(embed: embed, layout: layout)
    return reflection.extract(from: embed(payload)) == payload
      && Canary.values.allSatisfy { value in
        reflection.extract(from: value) == (value == embed(payload) ? payload : nil)
      }
  }
}
