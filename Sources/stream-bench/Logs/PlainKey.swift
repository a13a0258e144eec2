/// A key of a log in the form in which it is in the text.
@safe struct PlainKey: Hashable {
  let bytes: UnsafeRawBufferPointer

  static func == (left: PlainKey, right: PlainKey) -> Bool {
    unsafe left.bytes.elementsEqual(right.bytes)
  }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(bytes: bytes) }
}
