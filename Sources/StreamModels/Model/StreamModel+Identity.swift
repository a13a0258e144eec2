import Values

public import struct FoundationEssentials.UUID

extension StreamModel: Identifiable {
  /// The stated identity or, if there is none, one derived from the content, so that a file has the
  /// same identity each time it is loaded.
  ///
  /// Deriving the identity takes a pass over the whole content.
  public var id: UUID { statedID ?? NameBasedUUID.make(of: canonicalBytes) }

  /// The model as compact JSON or, if it cannot be encoded, the message of the error. Such a model
  /// fails when it is played or written, not when its identity is read.
  private var canonicalBytes: [UInt8] {
    do {
      return JSONWriter.text(of: try ValueEncoder().encode(self))
    } catch {
      return Array("\(error)".utf8)
    }
  }
}
