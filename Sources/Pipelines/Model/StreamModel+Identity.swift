import Values

public import struct FoundationEssentials.UUID

extension StreamModel: Identifiable {
  /// The stated identity, or one derived from the content, so that a file has the same identity
  /// each time it is loaded.
  ///
  /// Without a stated one, this costs a pass over the whole content.
  public var id: UUID { statedID ?? NameBasedUUID.make(of: canonicalBytes) }

  /// The model as compact JSON; if it cannot be encoded, the text of the error. Such a model fails
  /// when it is played or written, not when its identity is read.
  private var canonicalBytes: [UInt8] {
    do {
      return JSONWriter.text(of: try ValueEncoder().encode(self))
    } catch {
      return Array("\(error)".utf8)
    }
  }
}
