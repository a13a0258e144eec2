import Reactive

/// A source written as the events it emits: `"1=a 2.5=b 3|"`, in seconds; `#` is a failure.
func timed(_ text: String, on scheduler: any Scheduler) -> TimedSequence<String, Broken> {
  var values: [(Duration, String)] = []
  for event in text.split(separator: " ") {
    guard let sign = event.firstIndex(where: { "=|#".contains($0) }) else { continue }
    let time = Duration.milliseconds(Int((Double(event[..<sign]) ?? 0) * 1_000))
    if event[sign] == "=" {
      values.append((time, String(event[event.index(after: sign)...])))
      continue
    }
    let completion: Subscribers.Completion<Broken> =
      event[sign] == "|" ? .finished : .failure(Broken())
    return TimedSequence(values, end: time, completion: completion, on: scheduler)
  }
  return TimedSequence(values, on: scheduler)
}

extension Recorder {
  /// The received events, written in the same form as a source.
  var trace: String {
    var events = zip(times, values).map { "\(seconds($0))=\($1)" }
    if let completion, let completionTime {
      let sign = if case .finished = completion { "|" } else { "#" }
      events.append(seconds(completionTime) + sign)
    }
    return (events + violations).joined(separator: " ")
  }

  private func seconds(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

extension Publisher {
  /// Plays the publisher to its end, or until nothing is left to do.
  func trace(on scheduler: VirtualScheduler) -> String {
    let recorder = record(on: scheduler)
    scheduler.run()
    recorder.cancel()
    return recorder.trace + (scheduler.pendingCount == 0 ? "" : " and work in line")
  }
}
