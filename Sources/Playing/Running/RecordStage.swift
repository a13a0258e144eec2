import Expressions
import Reactive
import Records
import StreamModels
import Values

/// A subscriber of an input, with the transforms that follow the input directly.
///
/// Transforms are applied to all records of a batch before the first of them is due. The result for
/// a record, or a failure, is sent when the record is due. If a record has no result by then,
/// because the subscriber is new, it is transformed individually, by the same steps, so that the
/// result is the same.
final class RecordStage: Stage, SavableRun {
  typealias Input = Value
  typealias Failure = StreamFailure
  typealias State = RecordStageState

  let downstream: AnySubscriber<Value, StreamFailure>
  /// Whether it takes batches. Read only when there is one to offer.
  private(set) lazy var takesBatches = downstream._batchUse != .none
  private let transforms: TransformRun
  /// The transforms that read records, if only some fields of the records have been decoded; and
  /// the variables for all transforms.
  private let readers: [Transform]
  private let frame: Frame
  private let clock: (any Scheduler)?
  private let playing: Playing
  /// Created for the first value that arrives individually.
  private lazy var single = SingleRow(transforms)
  /// Created for the first batch; nil as long as records arrive one by one.
  @exclusivity(unchecked) private var rows: RowBatch?
  private var hasRestoredResults = false
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

  /// The state of the transforms, and the results for the records of the batch that have not been
  /// delivered.
  func state(in line: PendingTickets) -> RecordStageState {
    let left = unsafe rows.map { rows in
      unsafe (rows.head..<rows.count).map { row -> [Value] in
        unsafe rows.columns.kinds[row].contains(.value) ? [rows.columns.values[row]] : []
      }
    }
    var failure: StreamFailure?
    if left?.isEmpty == false, case .failure(let end)? = unsafe rows?.end { failure = end }
    return RecordStageState(
      steps: transforms.steps.state, results: left ?? [], failure: failure)
  }

  func resume(from restoration: Restoration, subscribe: () -> Void) {
    guard let saved = restoration.next(State.self, upstreams: 1) else { return }
    guard transforms.steps.restore(saved.state.steps),
      saved.state.results.count <= RecordBatch.size
    else {
      return restoration.fail("the state of other transforms")
    }
    restore(saved.state)
    subscribe()
  }

  private func restore(_ state: RecordStageState) {
    guard !state.results.isEmpty else { return }
    let restored = RowBatch(capacity: RecordBatch.size)
    for result in state.results {
      restored.append(result.first ?? .null, at: 0, result.isEmpty ? .event : [.value, .event])
    }
    unsafe restored.end = state.failure.map(RowBatch.End.failure)
    unsafe rows = restored
    hasRestoredResults = true
  }

  /// Whether there are results for the next records from before the playback was saved. Until they
  /// have been sent, records are read one by one.
  var awaitsRecords: Bool {
    guard hasRestoredResults else { return false }
    hasRestoredResults = unsafe !isOver && rows?.isEmpty == false
    return hasRestoredResults
  }
}

/// The state of the transforms of an input.
struct RecordStageState: Codable {
  let steps: StepStates
  /// The results for the next records; an empty one for a record that was dropped.
  let results: [[Value]]
  /// The failure after the last of them.
  let failure: StreamFailure?
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

  /// Sends the result for a record of the batch; returns false if there is none.
  @inline(__always)
  func receiveRow(_ row: Int) -> Bool {
    guard let rows = unsafe rows, unsafe rows.head <= row, unsafe row < rows.count else {
      return false
    }
    unsafe rows.head = row + 1
    receive(row, of: rows)
    return true
  }

  /// Sends the result for a record.
  @inline(__always)
  private func receive(_ row: Int, of rows: RowBatch) {
    if unsafe rows.columns.kinds[row].contains(.value) {
      // The value is moved out and back, which costs nothing; reading it would retain it.
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
  /// Transforms the records of a batch before they are due.
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

  /// Returns the failure of the transforms on a record with all its fields, because the message
  /// about a record must not depend on which fields were decoded. The transforms have no state, so
  /// they can be applied to the record again.
  private func failureOfWhole(_ row: Int, _ records: RecordLookahead) -> StreamFailure? {
    guard records.readsSome else { return nil }
    let single = SingleRow(TransformRun(readers, frame: frame))
    let outcome = unsafe single.work(on: records.wholeRecord(at: row), at: records.rows.dues[row])
    if case .failure(let failure) = outcome { return failure }
    return nil
  }

  /// Offers the results for a range of records, which are the next ones. Returns the record before
  /// which the subscriber stopped.
  func offerRows(from first: Int, to end: Int) -> Int {
    guard let rows = unsafe rows, unsafe rows.head <= first, unsafe first < rows.count else {
      return first
    }
    let row = unsafe downstream._receive(rows.columns.batch(first..<min(end, rows.count)))
    if row > first { unsafe rows.head = row }
    return row
  }

  /// Fails if a failure is due right after the last record that was sent.
  func failIfDue() {
    guard unsafe !isOver, let rows = unsafe rows, rows.isEmpty,
      case .failure(let failure)? = unsafe rows.end
    else { return }
    fail(failure)
  }

  /// Returns the first record, starting at a row, that has a value to send. If there is none,
  /// returns the last record, so that the clock is at its instant when more records are read.
  func firstToCome(from row: Int) -> Int {
    guard let rows = unsafe rows, unsafe rows.head <= row else { return row }
    var row = row
    while unsafe row < rows.count - 1, unsafe !rows.columns.kinds[row].contains(.value) { row += 1 }
    return row
  }
}
