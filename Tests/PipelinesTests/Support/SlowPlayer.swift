/// Plays a `SlowStream` as documented, with closures and a list of work, in which the next entry is
/// always searched for.
final class SlowPlayer {
  typealias Sink = (SlowEvent) -> Void
  /// A function that begins a subscription.
  typealias Start = (@escaping Sink) -> Void

  private final class Hot {
    var sinks: [Sink] = []
    var end: SlowEvent?
  }

  private var waiting: [(time: Int, work: () -> Void)] = []
  private var now = 0
  private var hot: [ObjectIdentifier: Hot] = [:]
  private var told: [String] = []
  private var hasEnded = false

  /// Returns the events in brief: `1@0.5 |@2`; nil if there are too many to be worth playing.
  static func play(_ definitions: [SlowStream], _ root: SlowStream) -> String? {
    let player = SlowPlayer()
    // Hot diagrams are in the order of the text.
    for stream in definitions { player.startHot(in: stream) }
    player.startHot(in: root)
    player.start(root) { event in
      guard !player.hasEnded else { return }
      switch event {
      case .value(let text): player.told.append("\(text)@\(player.now)")
      case .finished: player.end("|@\(player.now)")
      case .failed: player.end("#error@\(player.now)")
      }
    }
    for _ in 0..<2000 {
      guard !player.hasEnded, let next = player.takeFirst() else {
        return player.told.joined(separator: " ")
      }
      player.now = next.time
      next.work()
    }
    return nil
  }

  private func end(_ text: String) {
    told.append(text)
    hasEnded = true
  }

  private func schedule(at time: Int, _ work: @escaping () -> Void) {
    waiting.append((time, work))
  }

  /// Removes and returns the earliest work; of equally early work, the one that was scheduled
  /// first.
  private func takeFirst() -> (time: Int, work: () -> Void)? {
    guard let time = waiting.map(\.time).min(),
      let index = waiting.firstIndex(where: { $0.time == time })
    else { return nil }
    return waiting.remove(at: index)
  }

  // MARK: Sources

  private func start(_ stream: SlowStream, _ sink: @escaping Sink) {
    let source: Start = { self.start(stream.source, of: stream, $0) }
    chain(source, stream.steps)(sink)
  }

  private func start(
    _ source: SlowStream.Source, of stream: SlowStream, _ sink: @escaping Sink
  ) {
    switch source {
    case .sequence(let values):
      for value in values { sink(.value("\(value)")) }
      sink(.finished)
    case .marbles(_, let events, let isHot):
      guard isHot, let run = hot[ObjectIdentifier(stream)] else {
        let start = now
        for (time, event) in events { schedule(at: start + time) { sink(event) } }
        return
      }
      if let end = run.end { sink(end) } else { run.sinks.append(sink) }
    case .stream(let items):
      append(items.map { item in chain(just(item.value), item.steps) })(sink)
    case .append(let inputs): append(starts(inputs))(sink)
    case .merge(let inputs): merge(starts(inputs))(sink)
    case .zip(let inputs): zip(starts(inputs))(sink)
    case .from(let input): start(input, sink)
    }
  }

  private func starts(_ streams: [SlowStream]) -> [Start] {
    streams.map { stream in { self.start(stream, $0) } }
  }

  private func just(_ value: Int) -> Start {
    { sink in
      sink(.value("\(value)"))
      sink(.finished)
    }
  }

  private func startHot(in stream: SlowStream) {
    if case .marbles(_, let events, isHot: true) = stream.source {
      let run = Hot()
      hot[ObjectIdentifier(stream)] = run
      for (time, event) in events {
        schedule(at: time) {
          let sinks = run.sinks
          if case .value = event {} else { (run.end, run.sinks) = (event, []) }
          for sink in sinks { sink(event) }
        }
      }
    }
    // In the text of a model, the source precedes the operators. Named streams are already handled.
    for inner in stream.inner where inner.name == nil { startHot(in: inner) }
  }

  // MARK: Operators

  private func chain(_ source: @escaping Start, _ steps: [SlowStream.Step]) -> Start {
    steps.reduce(source) { start, step in
      switch step {
      case .delay(let seconds):
        return { sink in
          start { event in self.schedule(at: self.now + seconds) { sink(event) } }
        }
      case .dropFirst(let count):
        return { sink in
          var left = count
          start { event in
            if case .value = event, left > 0 { left -= 1 } else { sink(event) }
          }
        }
      case .append(let inputs): return self.append([start] + self.starts(inputs))
      case .prepend(let inputs): return self.append(self.starts(inputs) + [start])
      case .merge(let inputs): return self.merge([start] + self.starts(inputs))
      case .zip(let inputs): return self.zip([start] + self.starts(inputs))
      }
    }
  }

  private func append(_ inputs: [Start]) -> Start {
    { sink in
      guard let first = inputs.first else { return sink(.finished) }
      first { event in
        if case .finished = event {
          self.append(Array(inputs.dropFirst()))(sink)
        } else {
          sink(event)
        }
      }
    }
  }

  private func merge(_ inputs: [Start]) -> Start {
    { sink in
      var running = inputs.count
      var hasEnded = running == 0
      if hasEnded { sink(.finished) }
      for input in inputs where !hasEnded {
        input { event in
          guard !hasEnded else { return }
          switch event {
          case .value: return sink(event)
          case .finished: running -= 1
          case .failed: running = 0
          }
          guard running == 0 else { return }
          hasEnded = true
          sink(event)
        }
      }
    }
  }

  private func zip(_ inputs: [Start]) -> Start {
    { sink in
      var rows: [[String]] = inputs.map { _ in [] }
      var isFinished = inputs.map { _ in false }
      var hasEnded = false
      func end(_ event: SlowEvent) {
        hasEnded = true
        sink(event)
      }
      for (index, input) in inputs.enumerated() where !hasEnded {
        input { event in
          guard !hasEnded else { return }
          switch event {
          case .failed: return end(event)
          case .finished: isFinished[index] = true
          case .value(let text):
            rows[index].append(text)
            if rows.allSatisfy({ !$0.isEmpty }) {
              let row = rows.indices.map { rows[$0].removeFirst() }
              sink(.value("[\(row.joined(separator: ","))]"))
            }
          }
          guard !hasEnded, rows.indices.contains(where: { rows[$0].isEmpty && isFinished[$0] })
          else { return }
          end(.finished)
        }
      }
    }
  }
}

extension SlowStream {
  /// The streams that it uses, in the order of the text.
  fileprivate var inner: [SlowStream] {
    let inputs: [SlowStream] =
      switch source {
      case .sequence, .marbles: []
      case .stream(let items): items.flatMap { item in item.steps.flatMap(\.inner) }
      case .append(let inputs), .merge(let inputs), .zip(let inputs): inputs
      case .from(let input): [input]
      }
    return inputs + steps.flatMap(\.inner)
  }
}

extension SlowStream.Step {
  fileprivate var inner: [SlowStream] {
    switch self {
    case .delay, .dropFirst: []
    case .append(let inputs), .prepend(let inputs), .merge(let inputs), .zip(let inputs): inputs
    }
  }
}
