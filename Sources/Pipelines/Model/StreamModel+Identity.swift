import Values

public import struct FoundationEssentials.UUID

extension StreamModel: Identifiable {
  /// The stated identity, or one made of the content, so that two loads of a file give the same.
  ///
  /// Without a stated one this costs a pass over the whole content.
  public var id: UUID { statedID ?? NameBasedUUID.make(of: canonicalBytes) }

  /// The model as compact JSON. What cannot be encoded stands for nothing but itself: it fails when
  /// it is played or written, not when it is asked who it is.
  private var canonicalBytes: [UInt8] {
    do {
      return JSONWriter.text(of: try ValueEncoder().encode(self))
    } catch {
      return Array("\(error)".utf8)
    }
  }
}
