import Expressions
import Reactive
import Values

/// A subscriber of an input, with the transforms that follow one another behind it.
///
/// Transforms work on all records of a batch before the first of them comes; what they have made of a
/// record is handed on when it comes, and so is a failure. A record of which nothing has been made by
/// then, because the subscriber is new, is worked on by itself: the same steps, so that both give the
/// same.
final class RecordStage: Stage, SavableRun {
  typealias Input = Value
  typealias Failure = StreamFailure
  typealias State = [Value]

  let downstream: AnySubscriber<Value, StreamFailure>
  /// Whether it takes batches. Asked when there is one to offer.
  private(set) lazy var takesBatches = downstream._takesBatches
  private let transforms: TransformRun
  /// Those transforms that read records, if of these only some fields have been decoded, and the frame
  /// in which all of them work.
  private let readers: [Transform]
  private let frame: Frame
  private let clock: (any Scheduler)?
  private let playing: Playing
  /// Made when the first value comes by itself.
  private lazy var single = SingleRow(transforms)
  /// Made when the first batch comes; nil as long as records come one by one.
  @exclusivity(unchecked) private var rows: RowBatch?
  @exclusivity(unchecked) private var subscription: (any Subscription)?
  @exclusivity(unchecked) private(set) var isOver = false

  init(
    downstream: some Subscriber<Value, StreamFailure>, transforms: [Transform], frame: Frame,
    playing: Playing
  ) {
    self.downstream = AnySubscriber(downstream)
    self.transforms = TransformRun(transforms, frame: frame)
    readers = Array(transforms.prefix { !$0.use.isEnd } + transforms.filter(\.use.isEnd).prefix(1))
    self.frame = frame
    self.playing = playing
    clock = transforms.contains { $0.usesTime } ? playing.scheduler : nil
  }

  func receive(subscription: any Subscription) {
    unsafe self.subscription = subscription
    downstream.receive(subscription: self)
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard unsafe !isOver else { return }
    unsafe (isOver, subscription) = (true, nil)
    downstream.receive(completion: completion)
  }

  func cancel() {
    unsafe isOver = true
    unsafe subscription.take()?.cancel()
  }

  private func fail(_ failure: StreamFailure) {
    cancel()
    downstream.receive(completion: .failure(playing.attributed(failure)))
  }
}

// MARK: - Saving

extension RecordStage {
  var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  var upstreams: [(any Subscription)?] { unsafe [subscription] }

  /// The memory of the transforms. They have worked only on records that were delivered.
  func state(in line: PendingTickets) -> [Value] { transforms.steps.state }

  func resume(from restoration: Restoration, subscribe: () -> Void) {
    guard let saved = restoration.next(State.self, upstreams: 1) else { return }
    guard transforms.steps.restore(saved.state) else {
      return restoration.fail("the state of other transforms")
    }
    subscribe()
  }
}

// MARK: - One record

extension RecordStage {
  func receive(_ record: Value) {
    guard unsafe !isOver else { return }
    if let rows = unsafe rows, !rows.isEmpty {
      let row = unsafe rows.head
      unsafe rows.head = row + 1
      return receive(row, of: rows)
    }
    switch single.work(on: record, at: clock?.now.nanoseconds ?? 0) {
    case .value(let value): downstream.receive(value)
    case .dropped: break
    case .failure(let failure): fail(failure)
    }
  }

  /// A record of the batch has come. False if nothing has been made of it by then.
  @inline(__always)
  func receiveRow(_ row: Int) -> Bool {
    guard let rows = unsafe rows, unsafe rows.head <= row, unsafe row < rows.count else {
      return false
    }
    unsafe rows.head = row + 1
    receive(row, of: rows)
    return true
  }

  /// Hands on what has been made of a record.
  @inline(__always)
  private func receive(_ row: Int, of rows: RowBatch) {
    if unsafe rows.columns.kinds[row].contains(.value) {
      // Taken out and put back, which costs nothing; to read it would be to retain it.
      let place = unsafe rows.columns.values + row
      let value = unsafe place.move()
      downstream.receive(value)
      unsafe place.initialize(to: value)
    } else if rows.isEmpty, case .failure(let failure)? = unsafe rows.end {
      fail(failure)
    }
  }
}

// MARK: - Many records

extension RecordStage {
  /// Works on records before they come.
  func prepare(_ records: RecordLookahead) {
    guard unsafe !isOver else { return }
    let rows = unsafe rows ?? RowBatch(capacity: RecordBatch.size)
    unsafe self.rows = rows
    unsafe rows.borrow(records.rows.batch.values, at: records.rows.dues, records.rows.range)
    var left = rows.takeValues()
    transforms.work(on: &left)
    rows.putBack(left)
    if let failure = left.failure, let whole = failureOfWhole(Int(failure.place), records) {
      unsafe rows.end = .failure(whole)
    }
  }

  /// How the transforms that read records fail at one, with all of it: what a message says of a record
  /// must not depend on which of its fields were decoded. They remember nothing, so that they can work on
  /// it once more.
  private func failureOfWhole(_ row: Int, _ records: RecordLookahead) -> StreamFailure? {
    guard records.readsSome else { return nil }
    let single = SingleRow(TransformRun(readers, frame: frame))
    let outcome = unsafe single.work(on: records.wholeRecord(at: row), at: records.rows.dues[row])
    if case .failure(let failure) = outcome { return failure }
    return nil
  }

  /// Offers what has been made of the records from one to before another, which come next. Returns the
  /// record before which the subscriber has stopped.
  func offerRows(from first: Int, to end: Int) -> Int {
    guard let rows = unsafe rows, unsafe rows.head <= first, unsafe first < rows.count else {
      return first
    }
    let row = unsafe downstream._receive(rows.columns.batch(first..<min(end, rows.count)))
    if row > first { unsafe rows.head = row }
    return row
  }

  /// Fails if that is what comes at once after the record that came last.
  func failIfDue() {
    guard unsafe !isOver, let rows = unsafe rows, rows.isEmpty,
      case .failure(let failure)? = unsafe rows.end
    else { return }
    fail(failure)
  }

  /// The first record, from one on, of which anything comes; or the last one, at which the clock stands
  /// when more are read.
  func firstToCome(from row: Int) -> Int {
    guard let rows = unsafe rows, unsafe rows.head <= row else { return row }
    var row = row
    while unsafe row < rows.count - 1, unsafe !rows.columns.kinds[row].contains(.value) { row += 1 }
    return row
  }
}
