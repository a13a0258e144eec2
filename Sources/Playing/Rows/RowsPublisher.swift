import Reactive
import StreamModels
import Values

/// Plays rows on a scheduler, with the same result as the publishers from which they are derived.
struct RowsPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let recipe: RowRecipe
  let scheduler: any Scheduler
  /// Whether nothing else uses the scheduler, so that the order of tickets does not matter.
  var hasClockAlone = false

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    if let restoration = CallDepth.restoration {
      return resume(subscriber, from: restoration)
    }
    let run = run(for: subscriber, start: scheduler.now.nanoseconds)
    subscriber.receive(subscription: run)
    run.giveAtOnce()
  }

  private func resume(
    _ subscriber: some Subscriber<Value, StreamFailure>, from restoration: Restoration
  ) {
    guard let saved = restoration.next(RowsState.self, upstreams: 0) else { return }
    let needed = needsPlaces && saved.state.ticket != nil ? recipe.sourceCount : 0
    guard saved.state.passedCount >= 0, (needed...recipe.sourceCount) ~= saved.state.places.count
    else {
      return restoration.fail("the state of other sources")
    }
    let run = run(for: subscriber, start: saved.state.start, saved.state.places)
    subscriber.receive(subscription: run)
    if !run.restore(saved.state) { restoration.fail("the state of a source with more rows") }
  }

  private var needsPlaces: Bool {
    !hasClockAlone && (recipe.sourceCount > 1 || recipe.takesEarlierTickets)
  }

  private func run(
    for subscriber: some Subscriber<Value, StreamFailure>, start: Int64,
    _ places: [SourceTickets.Place] = []
  ) -> RowsRun {
    RowsRun(
      recipe.make(start, RowBatch()), start: start,
      places: needsPlaces ? SourceTickets(recipe.sourceCount, of: scheduler, places) : nil,
      hasClockAlone: hasClockAlone, scheduler: scheduler, downstream: AnySubscriber(subscriber))
  }
}

/// The state of a playback of rows. Everything about its source is known before the playback, so
/// the rows that have been played can be computed again.
private struct RowsState: Codable {
  /// The instant at which the playback began, in nanoseconds.
  let start: Int64
  /// The number of rows that have been played.
  let passedCount: Int
  let places: [SourceTickets.Place]
  /// The ticket of the next row; nil if there is none.
  let ticket: Ticket?
}

/// One playback of rows, with one entry in the scheduler's queue.
private final class RowsRun: ScheduledWork, SavableRun {
  private let source: RowSource
  private let start: Int64
  private let scheduler: any Scheduler
  private let downstream: AnySubscriber<Value, StreamFailure>
  /// Whether the subscriber takes batches; nil until that is read.
  @exclusivity(unchecked) private var takesBatches: Bool?
  /// The row before which a subscriber that receives a row is not offered further ones.
  @exclusivity(unchecked) private var nextOffer = 0
  /// The tickets of the sources, if one ticket is not enough.
  private let places: SourceTickets?
  private let hasClockAlone: Bool
  /// The columns of the source's batch, with the rows that have not been played.
  @exclusivity(unchecked) private var columns: RowBatch.Columns
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var count = 0
  /// The number of rows in earlier batches, minus the index of the first row of this one.
  @exclusivity(unchecked) private var countBefore = 0
  @exclusivity(unchecked) private var isOver = false
  private var booking: Booking?

  init(
    _ source: RowSource, start: Int64, places: SourceTickets?, hasClockAlone: Bool,
    scheduler: any Scheduler,
    downstream: AnySubscriber<Value, StreamFailure>
  ) {
    self.source = source
    self.start = start
    self.scheduler = scheduler
    self.downstream = downstream
    self.places = places
    // With several tickets, each is taken when the previous event has been processed.
    unsafe takesBatches = places == nil ? nil : false
    self.hasClockAlone = hasClockAlone
    unsafe columns = unsafe source.batch.columns
  }

  func cancel() {
    unsafe isOver = true
    if let booking { scheduler.cancel(booking) }
  }

  func run(at instant: Instant) -> NextRun {
    while true {
      if let pause = runBatch() { return pause }
      let source = unsafe columns.sources[head &- 1]
      guard giveFollowing() else { return .never }
      places?.takeNext(for: source)
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
      // The next ticket is taken once all effects of the event have been processed.
      unsafe places?.takeNext(for: columns.sources[row &- 1])
      if hasClockAlone { pass(&row, columns, count) }
      if unsafe row >= nextOffer, unsafe takesBatches != false {
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
    guard hasBatch(of: rows.count) else { return first }
    let free = unsafe scheduler._freeSteps(
      through: UnsafeBufferPointer(start: columns.times + first, count: rows.count))
    let row = free < 4 ? first : downstream._receive(columns.batch(first..<(first + free)))
    noteOffer(from: first, to: row)
    if row > first {
      unsafe scheduler._countFreeSteps(
        row - first, until: Instant(nanoseconds: columns.times[row - 1]))
    }
    return row
  }

  /// Notes how many rows were taken. If other work keeps arriving in between, it is not worth
  /// making an offer for every row.
  private func noteOffer(from first: Int, to row: Int) {
    unsafe nextOffer = row + (row < first + 4 ? 8 : 0)
  }

  /// Whether the subscriber takes a number of rows as a batch. This is not checked for a few rows:
  /// for an inner stream of two values, it would add a tenth to the cost.
  @inline(__always)
  private func hasBatch(of count: Int) -> Bool {
    if let takesBatches = unsafe takesBatches { return takesBatches }
    guard count > 3 else { return false }
    let takesBatches = downstream._takesBatches
    unsafe self.takesBatches = takesBatches
    return takesBatches
  }

  /// Skips events without a value, as long as another one follows: nothing else could run before or
  /// after them.
  @inline(__always)
  private func pass(_ row: inout Int, _ columns: RowBatch.Columns, _ count: Int) {
    while unsafe columns.kinds[row] == .event, row &+ 1 < count,
      unsafe columns.kinds[row &+ 1].contains(.event)
    {
      row &+= 1
    }
  }

  /// Returns the time of a row, with its ticket.
  @inline(__always)
  private func nextRun(_ columns: RowBatch.Columns, _ row: Int) -> NextRun {
    guard let places else { return unsafe .at(Instant(nanoseconds: columns.times[row])) }
    return .at(places.ticket(of: columns, row))
  }

  /// Sends the value of a row, if it has one.
  @inline(__always)
  private func give(_ columns: RowBatch.Columns, _ row: Int) {
    guard unsafe columns.kinds[row].contains(.value) else { return }
    // The value is moved out and back, which costs nothing; reading it would retain it.
    let place = unsafe columns.values + row
    let value = unsafe place.move()
    downstream.receive(value)
    unsafe place.initialize(to: value)
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

extension RowsRun {
  /// Sends everything that immediately follows the subscription, and schedules the event after it.
  func giveAtOnce() {
    let depth = CallDepth.current
    while unsafe !isOver {
      if depth.hasPutOff {
        // The value is still passing through a long chain, and the next one must wait for it.
        return depth.putOffRest { self.giveAtOnce() }
      }
      guard hasRow() else { return }
      unsafe places?.takeFirst(before: columns.sources[head])
      guard !isEventNext else { return enterQueue() }
      giveRow()
      offerAtOnce()
      passDropped()
    }
  }

  /// Offers the rows that immediately follow the one that was sent.
  @inline(__always)
  private func offerAtOnce() {
    guard unsafe !isOver, unsafe head >= nextOffer, hasBatch(of: unsafe count - head) else {
      return
    }
    unsafe offerAtOnce(from: head)
  }

  private func offerAtOnce(from first: Int) {
    var end = first
    while unsafe end < count, unsafe !columns.kinds[end].contains(.event) { end &+= 1 }
    let row = end < first + 4 ? first : unsafe downstream._receive(columns.batch(first..<end))
    noteOffer(from: first, to: row)
    unsafe head = row
  }

  /// Skips rows that have no value and take no time.
  @inline(__always)
  private func passDropped() {
    while unsafe head < count, unsafe columns.kinds[head].isEmpty { unsafe head &+= 1 }
  }

  private func enterQueue() {
    places?.takeFirst(before: .max)
    let due = unsafe Instant(nanoseconds: columns.times[head])
    enterQueue(at: unsafe places?.ticket(of: columns, head) ?? scheduler.takeTicket(due: due))
  }

  private func enterQueue(at ticket: Ticket) {
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
      if let end = unsafe source.batch.end {
        upstreamDidEnd(end)
        return false
      }
      fillBatch()
    }
    return true
  }

  private func fillBatch() {
    unsafe source.batch.head = unsafe head
    source.fill()
    unsafe countBefore += head - source.batch.head
    unsafe columns = unsafe source.batch.columns
    unsafe (head, count) = unsafe (source.batch.head, source.batch.count)
    unsafe nextOffer = 0
  }

  private func upstreamDidEnd(_ end: RowBatch.End) {
    unsafe isOver = true
    switch end {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let failure): downstream.receive(completion: .failure(failure))
    case .never: break
    }
  }
}

// MARK: - Saving

extension RowsRun {
  var upstreams: [(any Subscription)?] { [] }

  func state(in line: PendingTickets) -> RowsState {
    unsafe RowsState(
      start: start, passedCount: countBefore + head, places: places?.places ?? [],
      ticket: line[booking])
  }

  /// Continues where a playback of the same rows stopped. Returns false if there are fewer rows.
  func restore(_ state: RowsState) -> Bool {
    // If there is a ticket, the next row is in the batch.
    let needed = state.passedCount + (state.ticket == nil ? 0 : 1)
    while unsafe countBefore + count < needed {
      if unsafe source.batch.end != nil { return false }
      unsafe head = count
      fillBatch()
    }
    unsafe head = state.passedCount - countBefore
    guard unsafe head >= 0, let ticket = state.ticket else { return unsafe head >= 0 }
    enterQueue(at: ticket)
    return true
  }
}
