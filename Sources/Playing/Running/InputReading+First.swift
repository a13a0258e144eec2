import Reactive
import Records

// The first record, before the playback begins.

extension InputReading {
  /// Waits until the first record has arrived, if its time determines the start of the playback.
  func waitForFirst(isolation: isolated (any Actor)? = #isolation) async {
    while records.hasTimes {
      records.read(at: .zero)
      guard records.isAwaited else { return noteSilence() }
      await records.waitForNews(isolation: isolation)
    }
  }

  /// Returns the time of the first record, if it is known; of several held records, the earliest
  /// time.
  func firstTime() -> Int64? {
    guard records.hasTimes else { return nil }
    records.read(at: .zero)
    noteSilence()
    guard case .record(let time) = unsafe records.next else { return records.buffer.first?.time }
    return time
  }

  /// Notes that no first record arrived in the given time.
  private func noteSilence() {
    if records.isWaiting { progress.hasCaughtUp = true }
  }
}
