package import Reactive
import Values

extension Duration {
  /// The exact duration, as in `2.5 s`.
  package var brief: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: wholeNanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self) + " s"
  }
}

extension Instant {
  /// The time since the start, as in `2.5 s`.
  package var brief: String { Instant.zero.duration(to: self).brief }
}
