extension String {
  /// Whether the string is an identifier of the expression language, such as the name of a
  /// parameter.
  package var isIdentifier: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
