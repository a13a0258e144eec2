package import Reactive
import Values

extension Duration {
  /// `2.5 s`, exact.
  package var brief: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self) + " s"
  }
}

extension Instant {
  /// How far it is from the start, as in `2.5 s`.
  package var brief: String { Instant.zero.duration(to: self).brief }
}
