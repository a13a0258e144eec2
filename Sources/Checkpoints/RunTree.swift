package import Expressions
import StreamModels
import Values

/// The operator or source to which saved runs belong.
package struct SavedOperator: Codable, Hashable, Sendable {
  let document: Int
  let path: DocumentPath
  /// The places of the transforms with a state that it runs as one stage, in order.
  private let stepPlaces: [ExpressionPlace]?
  /// The places of the stages of an inner stream that it plays, the last stage first.
  private let innerPlaces: [ExpressionPlace]?

  package init(
    at place: ExpressionPlace, steps: [ExpressionPlace] = [], inner: [ExpressionPlace] = []
  ) {
    (document, path) = (place.document, place.path)
    stepPlaces = steps.isEmpty ? nil : steps
    innerPlaces = inner.isEmpty ? nil : inner
  }

  private enum CodingKeys: String, CodingKey {
    case document, path
    case stepPlaces = "steps"
    case innerPlaces = "inner"
  }

  package var place: ExpressionPlace { ExpressionPlace(document: document, path: path) }
  package var steps: [ExpressionPlace] { stepPlaces ?? [] }
  var inner: [ExpressionPlace] { innerPlaces ?? [] }
}

/// The saved runs of a playback, as the tree of their subscriptions.
///
/// The runs of one operator, with those of its inner streams, are a part of the tree without the
/// runs of its upstreams, which belong to other operators.
struct RunTree {
  struct Run {
    /// The bytes of its line.
    fileprivate let line: Range<Int>
    /// The number of its operator; nil for the playback itself.
    let number: Int?
    /// The runs to which it is subscribed; nil for one that has ended.
    fileprivate(set) var upstreams: [Int?]
  }

  private let bytes: [UInt8]
  private(set) var runs: [Run] = []
  let operators: [SavedOperator]

  /// Reads the runs of a playback; nil if they are not a tree. Calls a closure with each saved form,
  /// in order.
  init?(_ checkpoint: PlaybackCheckpoint, note: (Value) -> Void = { _ in }) {
    (bytes, operators) = (checkpoint.runs, checkpoint.operators)
    var lines = RunLines(bytes)
    // The runs that have upstreams whose lines follow. This is not recursive, because a chain may
    // be longer than the stack is deep.
    var open: [(run: Int, upstream: Int)] = []
    while !lines.isAtEnd {
      let start = lines.position
      guard let (saved, number) = lines.next(), case .object(let entry) = saved,
        case .array(let flags) = entry["isRunning"] ?? [true],
        number.map(operators.indices.contains) ?? true, runs.isEmpty || !open.isEmpty
      else { return nil }
      note(saved)
      if let (run, upstream) = open.popLast() {
        runs[run].upstreams[upstream] = runs.count
        if let next = runs[run].upstreams[(upstream + 1)...].firstIndex(of: -1) {
          open.append((run, next))
        }
      }
      let upstreams = flags.map { $0 == .bool(true) ? -1 : Int?.none }
      if let first = upstreams.firstIndex(of: -1) { open.append((runs.count, first)) }
      runs.append(
        Run(line: start..<min(lines.position, bytes.count), number: number, upstreams: upstreams))
    }
    guard open.isEmpty else { return nil }
  }

  /// The saved form of a run: its state, and which of its upstreams run.
  func entry(of run: Int) -> Value? {
    var line = RunLines(Array(bytes[runs[run].line]))
    return line.next()?.state
  }

  /// The bytes of the saved form of a run.
  func bytes(of run: Int) -> ArraySlice<UInt8> {
    let line = bytes[runs[run].line].dropLast()
    if line.starts(with: Self.more) { return line.dropFirst(Self.more.count).dropLast() }
    let end = runs[run].number.map { #","operator":\#($0)}"# } ?? "}"
    return line.dropFirst(Self.first.count).dropLast(end.utf8.count)
  }

  private static let first = Array(#"{"run":"#.utf8)
  private static let more = Array(#"{"more":"#.utf8)

  /// The place of the operator or source of a run.
  func place(of run: Int) -> ExpressionPlace? { runs[run].number.map { operators[$0].place } }

  /// Whether a run belongs to another operator than the run that is subscribed to it.
  func isBoundary(_ run: Int, below number: Int?) -> Bool { runs[run].number != number }

  /// The runs from one on, each of which is subscribed to the next one only; nil if there are
  /// others.
  func line(from first: Int) -> [Int]? {
    var line = [first]
    while let last = line.last, let next = runs[last].upstreams.first {
      guard runs[last].upstreams.count == 1 else { return nil }
      guard let next else { break }
      line.append(next)
    }
    return line
  }

  /// The first run of each operator, in order.
  var firstRuns: [Int] {
    var first: [Int] = []
    var stack: [(run: Int, number: Int?)] = runs.isEmpty ? [] : [(0, nil)]
    while let (run, number) = stack.popLast() {
      if run > 0 || runs[run].number != nil, isBoundary(run, below: number) { first.append(run) }
      stack += runs[run].upstreams.reversed().compactMap { $0.map { ($0, runs[run].number) } }
    }
    return first
  }
}
