import Pipelines
import Reactive
import Values

/// Tells somebody at a terminal how far a long reading has come, on a line of standard error that is
/// written over and over, and taken away in the end.
final class ProgressLine {
  /// How long a playback has to take before anything is said, and how long until more is.
  private static let pause: Int64 = 1_000_000_000

  private let begin = monotonicNanoseconds()
  private var next: Int64
  private var isShown = false

  /// Nil where nobody looks: no terminal, or one to which the output goes, which is progress enough.
  init?(beside output: OutputFile) {
    guard Descriptor.standardError.isTerminal, !output.isTerminal else { return nil }
    next = begin + Self.pause
  }

  /// Says how far it has come, if it is time for that.
  func update(_ reports: @autoclosure () -> [InputReport], at instant: Instant) {
    let now = monotonicNanoseconds()
    guard now >= next else { return }
    next = now + Self.pause
    isShown = true
    show("\r\u{1B}[K" + Self.text(reports(), at: instant, after: now - begin))
  }

  /// Takes the line away.
  func end() {
    if isShown { show("\r\u{1B}[K") }
    isShown = false
  }

  /// `1234567 records, 52.3 MB, at 86399.5 s; 1.2 million records a second`
  static func text(
    _ reports: [InputReport], at instant: Instant, after nanoseconds: Int64
  ) -> String {
    let records = reports.reduce(0) { $0 + $1.recordCount }
    let bytes = reports.reduce(0) { $0 + $1.byteCount }
    let rate = Double(records) / max(Double(nanoseconds) / 1e9, 1e-9)
    return "\(records) records, \(tenths(Double(bytes) / 1e6)) MB, at \(instant.secondsText) s; "
      + "\(Int(rate)) records a second"
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func show(_ text: String) {
    let error = OutputFile(.standardError)
    error.write(text)
    _ = error.close()
  }
}
