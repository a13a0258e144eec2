import Values

/// The rows of several streams as they come: a merge of sorted columns.
///
/// At equal instants whoever took its place in line first comes first, and a source takes it when its
/// event before is over. That is counted here as a scheduler counts it.
class JoinedRows: RowSource {
  /// A source, and where its batch is.
  struct Side: BitwiseCopyable {
    fileprivate(set) var columns: RowBatch.Columns
    /// The row that comes next.
    fileprivate(set) var head: Int
    fileprivate var count: Int
    /// The number of the first of its leaves among all.
    let firstLeaf: Int32
  }

  /// A place in line of a leaf.
  private struct Place: BitwiseCopyable {
    /// That of the event that was played last.
    var held: UInt64 = 0
    /// That which was taken after it.
    var taken: UInt64 = 0
  }

  private let sources: [RowSource]
  private let leafCounts: [Int]
  private let sides: UnsafeMutablePointer<Side>
  private let places: UnsafeMutablePointer<Place>
  @exclusivity(unchecked) private var tournament = RowTournament([])
  @exclusivity(unchecked) private var order: UInt64 = 0
  private var hasStarted = false
  /// How many have not finished.
  @exclusivity(unchecked) private(set) final var running: Int
  /// Who comes next at the start, where all come one after the other.
  private var starting = 0
  /// The side whose event is not over yet, as rows may follow at once.
  @exclusivity(unchecked) private var open: Int32?

  init(_ recipes: [RowRecipe], start: Int64, batch: RowBatch) {
    sources = recipes.map { $0.make(start, RowBatch(shares: recipes.count)) }
    running = recipes.count
    sides = .allocate(capacity: max(1, sources.count))
    leafCounts = recipes.map(\.leafCount)
    let leafCount = leafCounts.reduce(0, +)
    places = .allocate(capacity: max(1, leafCount))
    places.initialize(repeating: Place(), count: leafCount)
    var firstLeaf: Int32 = 0
    for (number, source) in sources.enumerated() {
      sides[number] = Side(
        columns: source.batch.columns, head: 0, count: 0, firstLeaf: firstLeaf)
      firstLeaf += Int32(leafCounts[number])
    }
    super.init(batch: batch)
  }

  /// Gives the row that comes next of a side.
  func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    preconditionFailure("a join without a rule")
  }

  /// Plays what comes next of all sides, by `playEvents` with the rule of the join.
  func playEvents() {
    preconditionFailure("a join without a rule")
  }

  /// Takes note that a side has finished.
  func hearFinish(of number: Int) {
    preconditionFailure("a join without a rule")
  }

  deinit {
    sides.deallocate()
    places.deallocate()
  }

  override final func fill() {
    batch.restart()
    if sources.isEmpty { batch.end = .finished }
    while starting < sources.count, batch.end == nil, !batch.isFull {
      follow(Int32(starting))
      if open == nil { starting += 1 }
    }
    guard batch.end == nil, starting == sources.count else { return }
    if !hasStarted { start() }
    while batch.end == nil, !batch.isFull {
      if let open {
        goOn(with: open)
      } else {
        playEvents()
      }
    }
  }
}

extension JoinedRows {
  /// Begins to compare who comes first, when all that comes at once has come.
  private func start() {
    hasStarted = true
    tournament = RowTournament((0..<sources.count).map { entry(Int32($0)) })
  }

  /// Plays the events that come next, as long as they are in the batches of the sides. `give` is what
  /// the join does with a row; it says whether there may be more.
  ///
  /// Inlined with its rule, so that a row costs no call.
  @inline(__always)
  final func playEvents(_ give: (UnsafeMutablePointer<Side>, Int32) -> Bool) {
    while !batch.isFull {
      let number = tournament.winner.side
      let side = sides + Int(number)
      let (columns, row) = (side.pointee.columns, side.pointee.head)
      guard row < side.pointee.count else {
        // Even the first has nothing more to come.
        batch.end = .never
        return
      }
      let place = places + Int(side.pointee.firstLeaf &+ columns.leaves[row])
      if !columns.kinds[row].contains(.earlier) { place.pointee.held = place.pointee.taken }
      guard give(side, number) else { return }
      let next = row &+ 1
      side.pointee.head = next
      place.pointee.taken = order
      order &+= 1
      guard next < side.pointee.count, columns.kinds[next].contains(.event) else {
        return goOn(with: number)
      }
      tournament.replaceWinner(with: entry(number))
    }
  }

  /// Goes on with the side whose event is not over.
  @inline(never)
  private func goOn(with number: Int32) {
    follow(number)
    guard open == nil else { return }
    tournament.replaceWinner(with: entry(number))
  }

  /// Gives what follows at once in a side, and the end that follows it.
  private func follow(_ number: Int32) {
    let side = sides + Int(number)
    open = nil
    while batch.end == nil {
      if side.pointee.head == side.pointee.count {
        if let end = sources[Int(number)].batch.end { return hearEnd(end, of: number) }
        refill(side, number)
        continue
      }
      guard !side.pointee.columns.kinds[side.pointee.head].contains(.event) else { break }
      guard !batch.isFull else {
        open = number
        return
      }
      give(side, of: Int(number))
      side.pointee.head &+= 1
    }
    takeFirstPlaces(of: side, number)
  }

  /// At the start a source takes its places in line when what it gives at once has come.
  private func takeFirstPlaces(of side: UnsafeMutablePointer<Side>, _ number: Int32) {
    guard !hasStarted else { return }
    for leaf in 0..<leafCounts[Int(number)] {
      places[Int(side.pointee.firstLeaf) + leaf].taken = order
      order &+= 1
    }
  }

  private func refill(_ side: UnsafeMutablePointer<Side>, _ number: Int32) {
    let source = sources[Int(number)]
    source.batch.head = source.batch.count
    source.fill()
    side.pointee.columns = source.batch.columns
    side.pointee.head = source.batch.head
    side.pointee.count = source.batch.count
  }

  /// When and in which order the next event of a side comes.
  @inline(__always)
  private func entry(_ number: Int32) -> RowTournament.Entry {
    let side = sides + Int(number)
    let (columns, head) = (side.pointee.columns, side.pointee.head)
    guard head < side.pointee.count else { return .over(number) }
    let place = places + Int(side.pointee.firstLeaf &+ columns.leaves[head])
    let isEarlier = columns.kinds[head].contains(.earlier)
    return RowTournament.Entry(
      time: columns.times[head],
      order: isEarlier ? place.pointee.held : place.pointee.taken, side: number)
  }

  private func hearEnd(_ end: RowBatch.End, of number: Int32) {
    switch end {
    case .failure: batch.end = end
    case .finished:
      running -= 1
      hearFinish(of: Int(number))
    case .never: break
    }
  }
}
