import Reactive
import Values

/// Plays rows on a scheduler, as the publishers would of which they are made.
struct RowsPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let recipe: RowRecipe
  let scheduler: any Scheduler
  /// Whether nobody else has a place in line, so that it does not matter who took his first.
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
    let needed = needsPlaces && saved.state.ticket != nil ? recipe.leafCount : 0
    guard saved.state.passedCount >= 0, (needed...recipe.leafCount) ~= saved.state.places.count
    else {
      return restoration.fail("the state of other sources")
    }
    let run = run(for: subscriber, start: saved.state.start, saved.state.places)
    subscriber.receive(subscription: run)
    if !run.restore(saved.state) { restoration.fail("the state of a source with more rows") }
  }

  private var needsPlaces: Bool {
    !hasClockAlone && (recipe.leafCount > 1 || recipe.takesEarlierPlaces)
  }

  private func run(
    for subscriber: some Subscriber<Value, StreamFailure>, start: Int64,
    _ places: [LeafPlaces.Place] = []
  ) -> RowsRun {
    RowsRun(
      recipe.make(start, RowBatch()), start: start,
      places: needsPlaces ? LeafPlaces(recipe.leafCount, of: scheduler, places) : nil,
      hasClockAlone: hasClockAlone, scheduler: scheduler, downstream: AnySubscriber(subscriber))
  }
}

/// The state of a playback of rows. Everything that its source is made of is known beforehand, so the
/// rows that have gone by are computed again.
private struct RowsState: Codable {
  /// When the playing began, in nanoseconds.
  let start: Int64
  /// How many rows have gone by.
  let passedCount: Int
  let places: [LeafPlaces.Place]
  /// Where the next row is in line; nil if there is none.
  let ticket: Ticket?
}

/// One playing of rows, with one entry in the scheduler's queue.
private final class RowsRun: ScheduledWork, SavableRun {
  private let source: RowSource
  private let start: Int64
  private let scheduler: any Scheduler
  private let downstream: AnySubscriber<Value, StreamFailure>
  /// Whether it takes batches; nil until it is asked.
  @exclusivity(unchecked) private var takesBatches: Bool?
  /// Before this row of the batch the subscriber is offered no others behind one that it receives.
  @exclusivity(unchecked) private var nextOffer = 0
  /// The places in line of the leaves, if one place is not enough.
  private let places: LeafPlaces?
  private let hasClockAlone: Bool
  /// Where the rows of the source's batch are that have not gone by.
  @exclusivity(unchecked) private var columns: RowBatch.Columns
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var count = 0
  /// How many rows were in the batches before, less the number of the first row of this one.
  @exclusivity(unchecked) private var countBefore = 0
  @exclusivity(unchecked) private var isOver = false
  private var booking: Booking?

  init(
    _ source: RowSource, start: Int64, places: LeafPlaces?, hasClockAlone: Bool,
    scheduler: any Scheduler,
    downstream: AnySubscriber<Value, StreamFailure>
  ) {
    self.source = source
    self.start = start
    self.scheduler = scheduler
    self.downstream = downstream
    self.places = places
    // With several places in line, each is taken when the event before is over.
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
      let leaf = unsafe columns.leaves[head &- 1]
      guard giveFollowing() else { return .never }
      places?.takeNext(for: leaf)
      let next = unsafe nextRun(columns, head)
      guard scheduler._canContinue(at: next) else { return next }
    }
  }

  /// Plays the events of the batch as long as nothing else comes before; tells when to go on, or nil
  /// when what comes next is no event, or in another batch.
  private func runBatch() -> NextRun? {
    let (columns, count) = unsafe (columns, count)
    var row = unsafe head
    defer { unsafe head = row }
    while true {
      give(columns, row)
      row &+= 1
      guard unsafe !isOver else { return .never }
      guard row < count, unsafe columns.kinds[row].contains(.event) else { return nil }
      // Its next place is taken when all is over that the event set off.
      unsafe places?.takeNext(for: columns.leaves[row &- 1])
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

  /// Offers the subscriber rows as long as nothing else comes before. Returns the row before which it has
  /// stopped.
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

  /// Takes note of how many rows were taken: where something else comes again and again, not every row is
  /// worth an offer.
  private func noteOffer(from first: Int, to row: Int) {
    unsafe nextOffer = row + (row < first + 4 ? 8 : 0)
  }

  /// Whether the subscriber takes so many rows as a batch. An inner stream of two values would pay a
  /// tenth of its cost for the answer, so that it is not asked for a few.
  @inline(__always)
  private func hasBatch(of count: Int) -> Bool {
    if let takesBatches = unsafe takesBatches { return takesBatches }
    guard count > 3 else { return false }
    let takesBatches = downstream._takesBatches
    unsafe self.takesBatches = takesBatches
    return takesBatches
  }

  /// Passes events that bring nothing, as long as there is another one behind: nobody else is there to
  /// come before or after them.
  @inline(__always)
  private func pass(_ row: inout Int, _ columns: RowBatch.Columns, _ count: Int) {
    while unsafe columns.kinds[row] == .event, row &+ 1 < count,
      unsafe columns.kinds[row &+ 1].contains(.event)
    {
      row &+= 1
    }
  }

  /// When a row comes, and where in line.
  @inline(__always)
  private func nextRun(_ columns: RowBatch.Columns, _ row: Int) -> NextRun {
    guard let places else { return unsafe .at(Instant(nanoseconds: columns.times[row])) }
    return .at(places.ticket(of: columns, row))
  }

  /// Gives the value of a row, if it brings one.
  @inline(__always)
  private func give(_ columns: RowBatch.Columns, _ row: Int) {
    guard unsafe columns.kinds[row].contains(.value) else { return }
    // Taken out and put back, which costs nothing; to read it would be to retain it.
    let place = unsafe columns.values + row
    let value = unsafe place.move()
    downstream.receive(value)
    unsafe place.initialize(to: value)
  }

  /// Whether there are more rows in the batch, and the next is an event of its own.
  @inline(__always)
  private var isEventNext: Bool {
    unsafe head < count && columns.kinds[head].contains(.event)
  }

  /// Gives the value of the row that comes next, if it brings one.
  @inline(__always)
  private func giveRow() {
    let row = unsafe head
    unsafe head = row &+ 1
    unsafe give(columns, row)
  }
}

extension RowsRun {
  /// Gives what comes at once after the subscription, and gets in line for the event after it.
  func giveAtOnce() {
    let depth = CallDepth.current
    while unsafe !isOver {
      if depth.hasPutOff {
        // The value is still on its way down a long chain: the next must wait for it.
        return depth.putOffRest { self.giveAtOnce() }
      }
      guard hasRow() else { return }
      unsafe places?.takeFirst(before: columns.leaves[head])
      guard !isEventNext else { return enterLine() }
      giveRow()
      offerAtOnce()
      passDropped()
    }
  }

  /// Offers the rows that come at once behind the one that has been given.
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

  /// Passes what neither brings a value nor takes any time.
  @inline(__always)
  private func passDropped() {
    while unsafe head < count, unsafe columns.kinds[head].isEmpty { unsafe head &+= 1 }
  }

  private func enterLine() {
    places?.takeFirst(before: .max)
    let due = unsafe Instant(nanoseconds: columns.times[head])
    enterLine(at: unsafe places?.ticket(of: columns, head) ?? scheduler.takeTicket(due: due))
  }

  private func enterLine(at ticket: Ticket) {
    let booking = scheduler.book(self)
    // Kept first: an immediate scheduler runs all of it now.
    self.booking = booking
    scheduler.enqueue(booking, at: ticket)
  }

  /// Gives what comes at once after an event. False if that is the end.
  @inline(never)
  private func giveFollowing() -> Bool {
    while unsafe !isOver, hasRow() {
      if isEventNext { return true }
      giveRow()
      offerAtOnce()
    }
    return false
  }

  /// Whether there is one more row; if not, the end has been told.
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

  /// Goes on where a playing of the same rows has come to. False if there are not so many.
  func restore(_ state: RowsState) -> Bool {
    // With a place in line the next row is in the batch.
    let needed = state.passedCount + (state.ticket == nil ? 0 : 1)
    while unsafe countBefore + count < needed {
      if unsafe source.batch.end != nil { return false }
      unsafe head = count
      fillBatch()
    }
    unsafe head = state.passedCount - countBefore
    guard unsafe head >= 0, let ticket = state.ticket else { return unsafe head >= 0 }
    enterLine(at: ticket)
    return true
  }
}
