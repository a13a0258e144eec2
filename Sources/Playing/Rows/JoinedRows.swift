import Reactive
import Values

/// The rows of several streams in the order in which they occur: a merge of sorted columns.
///
/// At equal instants, the event with the earlier ticket comes first. A source takes a ticket when
/// its previous event has been processed. Tickets are counted here in the same way as by a
/// scheduler.
@safe class JoinedRows: RowSource {
  /// A source, and its position in its batch.
  struct Side: BitwiseCopyable {
    fileprivate(set) var columns: RowBatch.Columns
    /// The next row.
    fileprivate(set) var head: Int
    fileprivate var count: Int
    /// The index of the first of its sources among all sources.
    let firstSource: Int32
  }

  /// The tickets of a source.
  private struct Place: BitwiseCopyable {
    /// The ticket of the event that was played last.
    var held: UInt64 = 0
    /// The ticket that was taken after it.
    var taken: UInt64 = 0
  }

  private let sources: [RowSource]
  private let sourceCounts: [Int]
  private let sides: UnsafeMutablePointer<Side>
  private let places: UnsafeMutablePointer<Place>
  @exclusivity(unchecked) private var tournament = RowTournament([])
  @exclusivity(unchecked) private var order: UInt64 = 0
  private var hasStarted = false
  /// The number of sources that have not completed.
  @exclusivity(unchecked) private(set) final var running: Int
  /// The next source to start, while the sources start one after another.
  private var starting = 0
  /// The side whose event has not been fully processed, because rows may follow at once.
  @exclusivity(unchecked) private var open: Int32?

  init(_ recipes: [RowRecipe], start: Int64, batch: RowBatch) {
    sources = recipes.map { $0.make(start, RowBatch(shares: recipes.count)) }
    unsafe running = recipes.count
    unsafe sides = .allocate(capacity: max(1, sources.count))
    sourceCounts = recipes.map(\.sourceCount)
    let sourceCount = sourceCounts.reduce(0, +)
    unsafe places = .allocate(capacity: max(1, sourceCount))
    unsafe places.initialize(repeating: Place(), count: sourceCount)
    var firstSource: Int32 = 0
    for (number, source) in sources.enumerated() {
      unsafe sides[number] = unsafe Side(
        columns: source.batch.columns, head: 0, count: 0, firstSource: firstSource)
      firstSource += Int32(sourceCounts[number])
    }
    super.init(batch: batch)
  }

  /// Handles the next row of a side.
  func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    preconditionFailure("a join without a rule")
  }

  /// Plays the next events of all sides, by calling `playEvents` with the rule of the join.
  func playEvents() {
    preconditionFailure("a join without a rule")
  }

  /// Called when a side has completed.
  func receiveFinish(of number: Int) {
    preconditionFailure("a join without a rule")
  }

  deinit {
    unsafe sides.deallocate()
    unsafe places.deallocate()
  }

  override final func fill() {
    unsafe batch.restart()
    if sources.isEmpty { unsafe batch.end = .finished }
    while starting < sources.count, unsafe batch.end == nil, unsafe !batch.isFull {
      follow(Int32(starting))
      if unsafe open == nil { starting += 1 }
    }
    guard unsafe batch.end == nil, starting == sources.count else { return }
    if !hasStarted { start() }
    while unsafe batch.end == nil, unsafe !batch.isFull {
      if let open = unsafe open {
        proceed(with: open)
      } else {
        playEvents()
      }
    }
  }
}

extension JoinedRows {
  /// Starts comparing the sides, once everything emitted at the start has been processed.
  private func start() {
    hasStarted = true
    unsafe tournament = RowTournament((0..<sources.count).map { entry(Int32($0)) })
  }

  /// Plays the next events, as long as they are in the batches of the sides. `give` handles a row
  /// according to the join, and returns whether there may be more.
  ///
  /// It is inlined together with `give`, so that there is no call for each row.
  @inline(__always)
  final func playEvents(_ give: (UnsafeMutablePointer<Side>, Int32) -> Bool) {
    while unsafe !batch.isFull {
      let number = unsafe tournament.winner.side
      let side = unsafe sides + Int(number)
      let (columns, row) = unsafe (side.pointee.columns, side.pointee.head)
      guard unsafe row < side.pointee.count else {
        // No side has another event.
        unsafe batch.end = .never
        return
      }
      let place = unsafe places + Int(side.pointee.firstSource &+ columns.sources[row])
      if unsafe !columns.kinds[row].contains(.earlier) {
        unsafe place.pointee.held = unsafe place.pointee.taken
      }
      guard unsafe give(side, number) else { return }
      let next = row &+ 1
      unsafe side.pointee.head = next
      unsafe place.pointee.taken = unsafe order
      unsafe order &+= 1
      guard unsafe next < side.pointee.count, unsafe columns.kinds[next].contains(.event) else {
        return proceed(with: number)
      }
      unsafe tournament.replaceWinner(with: entry(number))
    }
  }

  /// Continues with the side whose event has not been fully processed.
  @inline(never)
  private func proceed(with number: Int32) {
    follow(number)
    guard unsafe open == nil else { return }
    unsafe tournament.replaceWinner(with: entry(number))
  }

  /// Handles the rows of a side that follow at once, and the end after them.
  private func follow(_ number: Int32) {
    let side = unsafe sides + Int(number)
    unsafe open = nil
    while unsafe batch.end == nil {
      if unsafe side.pointee.head == side.pointee.count {
        if let end = unsafe sources[Int(number)].batch.end {
          return upstreamDidEnd(end, of: number)
        }
        unsafe refill(side, number)
        continue
      }
      guard unsafe !side.pointee.columns.kinds[side.pointee.head].contains(.event) else { break }
      guard unsafe !batch.isFull else {
        unsafe open = number
        return
      }
      unsafe give(side, of: Int(number))
      unsafe side.pointee.head &+= 1
    }
    unsafe takeFirstPlaces(of: side, number)
  }

  /// At the start, a source takes its tickets after the values that it emits at once.
  private func takeFirstPlaces(of side: UnsafeMutablePointer<Side>, _ number: Int32) {
    guard !hasStarted else { return }
    for source in 0..<sourceCounts[Int(number)] {
      unsafe places[Int(side.pointee.firstSource) + source].taken = unsafe order
      unsafe order &+= 1
    }
  }

  private func refill(_ side: UnsafeMutablePointer<Side>, _ number: Int32) {
    let source = sources[Int(number)]
    unsafe source.batch.head = unsafe source.batch.count
    source.fill()
    unsafe side.pointee.columns = unsafe source.batch.columns
    unsafe side.pointee.head = unsafe source.batch.head
    unsafe side.pointee.count = unsafe source.batch.count
  }

  /// Returns the time and the ticket of a side's next event.
  @inline(__always)
  private func entry(_ number: Int32) -> RowTournament.Entry {
    let side = unsafe sides + Int(number)
    let (columns, head) = unsafe (side.pointee.columns, side.pointee.head)
    guard unsafe head < side.pointee.count else { return .over(number) }
    let place = unsafe places + Int(side.pointee.firstSource &+ columns.sources[head])
    let isEarlier = unsafe columns.kinds[head].contains(.earlier)
    return unsafe RowTournament.Entry(
      time: columns.times[head],
      order: isEarlier ? place.pointee.held : place.pointee.taken, side: number)
  }

  private func upstreamDidEnd(_ end: RowBatch.End, of number: Int32) {
    switch end {
    case .failure: unsafe batch.end = end
    case .finished:
      unsafe running -= 1
      receiveFinish(of: Int(number))
    case .never: break
    }
  }
}
