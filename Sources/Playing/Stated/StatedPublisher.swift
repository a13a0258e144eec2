import Expressions
import Reactive
import StreamModels
import Values

/// Plays a source whose events the file states, with the transforms that follow it directly. They
/// work on all rows of a batch before the first of them is due.
struct StatedPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let source: StatedSource
  var transforms: [Transform] = []
  /// The variables of the stream, whose values may differ from run to run.
  var frame = Frame()
  let scheduler: any Scheduler
  /// Whether its first events wait until the scheduler runs.
  var isPostponed = false

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    if let restoration = CallDepth.restoration {
      return resume(subscriber, from: restoration)
    }
    let run = run(for: subscriber, start: scheduler.now.nanoseconds)
    subscriber.receive(subscription: run)
    if isPostponed { run.giveLater() } else { run.giveAtOnce() }
  }

  private func resume(
    _ subscriber: some Subscriber<Value, StreamFailure>, from restoration: Restoration
  ) {
    guard let saved = restoration.next(StatedState.self, upstreams: 0) else { return }
    let run = run(for: subscriber, start: saved.state.start)
    subscriber.receive(subscription: run)
    if !run.restore(saved.state) { restoration.fail("the state of a source with more rows") }
  }

  private func run(
    for subscriber: some Subscriber<Value, StreamFailure>, start: Int64
  ) -> StatedRun {
    StatedRun(
      source.rows(from: start, in: frame, clockStandsStill: scheduler._clockStandsStill),
      transforms.isEmpty ? nil : TransformRun(transforms, frame: frame), start: start,
      keepsTicket: source.isScheduledAtOnce, scheduler: scheduler,
      downstream: AnySubscriber(subscriber))
  }
}

/// The state of a playback of a stated source. Everything about the source is known before the
/// playback, so the rows that have been played can be computed again.
private struct StatedState: Codable {
  /// The instant at which the playback began, in nanoseconds.
  let start: Int64
  /// The number of rows that have been played.
  let passedCount: Int
  /// The ticket of the next row; nil if there is none.
  let ticket: Ticket?
}

/// One playback of a stated source, with one entry in the scheduler's queue.
private final class StatedRun: ScheduledWork, SavableRun {
  private let rows: StatedRows
  private let transforms: TransformRun?
  private let start: Int64
  private let scheduler: any Scheduler
  private let downstream: AnySubscriber<Value, StreamFailure>
  /// What the subscriber accepts of batches; nil until that is read.
  @exclusivity(unchecked) private var batchUse: _BatchUse?
  @exclusivity(unchecked) private var offers = BatchOffers()
  /// Whether all events have the order of the first one's ticket.
  private let keepsTicket: Bool
  /// The ticket of the first event, if all events have its order.
  @exclusivity(unchecked) private var ticket: Ticket?
  /// The columns of the batch, with the rows that have not been played.
  @exclusivity(unchecked) private var columns: RowBatch.Columns
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var count = 0
  /// The number of rows in earlier batches, minus the index of the first row of this one.
  @exclusivity(unchecked) private var countBefore = 0
  @exclusivity(unchecked) private var isOver = false
  /// Whether the value of a row is moved out, while the subscriber has it.
  @safe @exclusivity(unchecked) private var isGiving = false
  private var booking: Booking?

  init(
    _ rows: StatedRows, _ transforms: TransformRun?, start: Int64, keepsTicket: Bool,
    scheduler: any Scheduler, downstream: AnySubscriber<Value, StreamFailure>
  ) {
    self.rows = rows
    self.transforms = transforms
    self.start = start
    self.keepsTicket = keepsTicket
    self.scheduler = scheduler
    self.downstream = downstream
    unsafe columns = unsafe rows.batch.columns
  }

  func cancel() {
    unsafe isOver = true
    if let booking { scheduler.cancel(booking) }
  }

  func run(at instant: Instant) -> NextRun {
    while true {
      if let pause = runBatch() { return pause }
      guard giveFollowing() else { return .never }
      let next = unsafe nextRun(columns, head)
      guard scheduler._canContinue(at: next) else { return next }
    }
  }

  /// Plays the events of the batch as long as nothing else is due before them. Returns the next
  /// run, or nil if there are no more events, or if they are in another batch.
  private func runBatch() -> NextRun? {
    let (columns, count) = unsafe (columns, count)
    var row = unsafe head
    defer { unsafe head = row }
    while true {
      give(columns, row)
      row &+= 1
      guard unsafe !isOver else { return .never }
      guard row < count, unsafe columns.kinds[row].contains(.event) else { return nil }
      if unsafe offers.areDue(at: row), unsafe batchUse != _BatchUse.none {
        row = offer(columns, row..<count)
        guard unsafe !isOver else { return .never }
        guard row < count, unsafe columns.kinds[row].contains(.event) else { return nil }
      }
      let next = nextRun(columns, row)
      guard scheduler._canContinue(at: next) else { return next }
    }
  }

  /// Offers rows to the subscriber as long as nothing else is due before them. Returns the row
  /// before which it stopped.
  private func offer(_ columns: RowBatch.Columns, _ rows: Range<Int>) -> Int {
    let first = rows.lowerBound
    guard takesBatch(of: rows.count) else { return first }
    let count = unsafe min(rows.count, offers.size)
    // A scheduler of another module may answer any number.
    let free = unsafe min(
      count,
      scheduler._freeSteps(
        through: UnsafeBufferPointer(start: columns.times + first, count: count)))
    let row =
      free < BatchOffers.least
      ? first : downstream._receive(columns.batch(first..<(first + free)))
    unsafe offers.note(first..<(first + free), takenTo: row)
    if row > first {
      unsafe scheduler._countFreeSteps(
        row - first, until: Instant(nanoseconds: columns.times[row - 1]))
    }
    return row
  }

  /// Whether the subscriber accepts some of a number of rows. This is not checked for a few rows:
  /// for an inner stream of two values, it would add a tenth to the cost.
  @inline(__always)
  private func takesBatch(of count: Int) -> Bool {
    if let batchUse = unsafe batchUse { return batchUse != .none }
    guard count >= BatchOffers.least else { return false }
    let batchUse = downstream._batchUse
    unsafe self.batchUse = batchUse
    return batchUse != .none
  }

  /// Returns the time of a row, with its ticket.
  @inline(__always)
  private func nextRun(_ columns: RowBatch.Columns, _ row: Int) -> NextRun {
    let due = unsafe Instant(nanoseconds: columns.times[row])
    return unsafe ticket.map { .at($0.moved(to: due)) } ?? .at(due)
  }

  /// Sends the value of a row, if it has one.
  @inline(__always)
  private func give(_ columns: RowBatch.Columns, _ row: Int) {
    guard unsafe columns.kinds[row].contains(.value) else { return }
    // The value is moved out and back, which costs nothing; reading it would retain it.
    let place = unsafe columns.values + row
    assert(!isGiving, "a row is read while its value is moved out")
    isGiving = true
    let value = unsafe place.move()
    downstream.receive(value)
    unsafe place.initialize(to: value)
    isGiving = false
  }

  /// Whether there are more rows in the batch and the next one is a separate event.
  @inline(__always)
  private var isEventNext: Bool {
    unsafe head < count && columns.kinds[head].contains(.event)
  }

  /// Sends the value of the next row, if it has one.
  @inline(__always)
  private func giveRow() {
    let row = unsafe head
    unsafe head = row &+ 1
    unsafe give(columns, row)
  }
}

extension StatedRun {
  /// Sends everything that immediately follows the subscription, and schedules the event after it.
  func giveAtOnce() {
    let depth = CallDepth.current
    while unsafe !isOver {
      if depth.hasPutOff {
        // The value is still passing through a long chain, and the next one must wait for it.
        return depth.putOffRest { self.giveAtOnce() }
      }
      guard hasRow() else { return }
      guard !isEventNext else { return enterQueue() }
      giveRow()
      offerAtOnce()
    }
  }

  /// Sends everything that immediately follows the subscription when the scheduler runs.
  func giveLater() {
    if hasRow() { enterQueue(at: scheduler.takeTicket(due: scheduler.now)) }
  }

  /// Offers the rows that immediately follow the one that was sent.
  @inline(__always)
  private func offerAtOnce() {
    guard unsafe !isOver, unsafe offers.areDue(at: head),
      takesBatch(of: unsafe count - head)
    else { return }
    unsafe offerAtOnce(from: head)
  }

  private func offerAtOnce(from first: Int) {
    let last = unsafe min(count, first + offers.size)
    var end = first
    while end < last, unsafe !columns.kinds[end].contains(.event) { end &+= 1 }
    let row =
      end < first + BatchOffers.least
      ? first : unsafe downstream._receive(columns.batch(first..<end))
    unsafe offers.note(first..<end, takenTo: row)
    unsafe head = row
  }

  private func enterQueue() {
    let due = unsafe Instant(nanoseconds: columns.times[head])
    // A ticket for a time is taken now even if the event is later.
    enterQueue(
      at: keepsTicket
        ? scheduler.takeTicket(due: scheduler.now).moved(to: due) : scheduler.takeTicket(due: due))
  }

  private func enterQueue(at ticket: Ticket) {
    if keepsTicket { unsafe self.ticket = ticket }
    let booking = scheduler.book(self)
    // Set before scheduling, because an immediate scheduler runs everything now.
    self.booking = booking
    scheduler.enqueue(booking, at: ticket)
  }

  /// Sends everything that immediately follows an event. Returns false if the stream ends.
  @inline(never)
  private func giveFollowing() -> Bool {
    while unsafe !isOver, hasRow() {
      if isEventNext { return true }
      giveRow()
      offerAtOnce()
    }
    return false
  }

  /// Whether there is another row; if not, the completion has been sent.
  @inline(__always)
  private func hasRow() -> Bool {
    unsafe head < count || fill()
  }

  @inline(never)
  private func fill() -> Bool {
    while unsafe head == count {
      if let end = unsafe rows.batch.end {
        sourceDidEnd(end)
        return false
      }
      fillBatch()
    }
    return true
  }

  private func fillBatch() {
    unsafe rows.batch.head = unsafe head
    rows.fill()
    if let transforms {
      var values = rows.batch.takeValues()
      transforms.work(on: &values)
      rows.batch.putBack(values)
    }
    unsafe countBefore += head - rows.batch.head
    unsafe columns = unsafe rows.batch.columns
    unsafe (head, count) = unsafe (rows.batch.head, rows.batch.count)
    unsafe offers.beginBatch()
  }

  private func sourceDidEnd(_ end: RowBatch.End) {
    unsafe isOver = true
    switch end {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let failure): downstream.receive(completion: .failure(failure))
    case .never: break
    }
  }
}

// MARK: - Saving

extension StatedRun {
  var upstreams: [(any Subscription)?] { [] }

  func state(in line: PendingTickets) -> StatedState {
    unsafe StatedState(start: start, passedCount: countBefore + head, ticket: line[booking])
  }

  /// Continues where a playback of the same rows stopped. Returns false if there are fewer rows.
  func restore(_ state: StatedState) -> Bool {
    // If there is a ticket, the next row is in the batch.
    let needed = state.passedCount + (state.ticket == nil ? 0 : 1)
    guard state.passedCount >= 0 else { return false }
    while unsafe countBefore + count < needed {
      if unsafe rows.batch.end != nil { return false }
      unsafe head = count
      fillBatch()
    }
    unsafe head = state.passedCount - countBefore
    guard unsafe head >= 0, let ticket = state.ticket else { return unsafe head >= 0 }
    enterQueue(at: ticket)
    return true
  }
}
