/// The address of a document. The addresses of files correspond to paths.
package struct DocumentURI: Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The address of a file.
  package init(path: String) {
    var text = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    self.text = text
  }

  /// The path of a file; nil for an address of another kind, such as that of a new document.
  package var path: String? {
    let scheme = "file://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    // The name of a host, usually empty, comes before the path.
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var escaped = rest[slash...].utf8[...]
    while let byte = escaped.popFirst() {
      if byte == UInt8(ascii: "%"), escaped.count >= 2,
        let value = UInt8(String(decoding: escaped.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        escaped.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// The name of the document in messages, and the path that the paths in it are relative to.
  package var name: String { path ?? text }
}
