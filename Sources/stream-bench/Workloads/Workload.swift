/// One job, done in several variants.
protocol Workload: SendableMetatype {
  /// The name in reports: "P2".
  static var name: String { get }
  /// A description of the job in one line.
  static var summary: String { get }
  /// The default numbers of items.
  static var sizes: [Int] { get }
  /// The word for one item, for people.
  static var item: String { get }
  /// The allowed cost of an item, if there is a goal.
  static var goal: Goal? { get }

  /// Prepares the input of the job, which is not measured.
  init(size: Int) throws

  /// The variants of the job, plain Swift last.
  static var variants: [Variant] { get }
  /// The third-party tools that are not installed.
  static var missing: [String] { get }
  /// Whether the output of third-party tools is compared too. If so, the order of lines is not
  /// compared.
  static var comparesTools: Bool { get }

  /// The number of items, which is as requested if the job can have any size.
  var count: Int { get }

  /// Does the job from the text of a stream file.
  func engine() throws -> Pass

  /// Does the job in plain Swift, as an expert would write it for this one job.
  func plain() throws -> Pass

  /// Runs one variant of the job once.
  func run(_ variant: Variant) throws -> Pass
}

/// A job that can also be done with typed publishers and closures.
protocol TypedWorkload: Workload {
  func publishers() throws -> Pass
}

extension Workload {
  static var goal: Goal? { nil }
  static var missing: [String] { [] }
  static var comparesTools: Bool { false }

  static var variants: [Variant] {
    self is any TypedWorkload.Type ? [.engine, .publishers, .plain] : [.engine, .plain]
  }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .engine: return try engine()
    case .plain: return try plain()
    case .publishers:
      guard let typed = self as? any TypedWorkload else {
        throw BenchError("\(Self.name) has no variant with typed publishers")
      }
      return try typed.publishers()
    case .duckdb, .polars, .jq:
      throw BenchError("\(Self.name) cannot be run by \(variant)")
    }
  }
}

/// A variant of a job.
enum Variant: String {
  case engine, publishers, plain
  /// Third-party tools, whose output has a different layout.
  case duckdb, polars, jq

  var isForeign: Bool {
    switch self {
    case .engine, .publishers, .plain: false
    case .duckdb, .polars, .jq: true
    }
  }
}

/// One pass through a job.
struct Pass {
  /// The measured time.
  var time: Duration
  /// Represents the result, so that two variants can be compared and no work is optimized away.
  var checksum: UInt64
  /// The durations of parts that are not included in `time`, by name.
  var besides: [(name: String, time: Duration)] = []
  /// The peak memory, if the job is a separate process.
  var peakBytes: Int?
}

/// The workloads: first those of the whole engine by number, and then those of a part.
let workloads: [any Workload.Type] = [
  UntimedWorkload.self, SerialWorkload.self, MergeOf8Workload.self, MergeOf1000Workload.self,
  ZipWorkload.self, ChainWorkload.self, RandomEventsWorkload.self, TimersWorkload.self,
  ReadingWorkload.self, RecordsWorkload.self, ProcessWorkload.self, FieldWorkload.self,
  StartWorkload.self, ValidationWorkload.self,
  FilteredLogWorkload.self, WindowedLogWorkload.self, WideLogWorkload.self,
  JoinedLogWorkload.self, SlidingLogWorkload.self,
  TypedExpressionWorkload.self, UntypedExpressionWorkload.self,
  DebounceWorkload.self, ThrottleWorkload.self, CollectWorkload.self, GroupByWorkload.self,
  NewKeyWorkload.self, InnerRunWorkload.self,
  RootStoreWorkload.self, ScopedStoreWorkload.self,
]

/// The allowed cost of an item, in nanoseconds.
struct Goal: CustomStringConvertible {
  let target: Double
  let atWorst: Double

  var description: String { "target \(rounded(target)), at worst \(rounded(atWorst))" }

  /// Returns whether a cost is within the goal, in words.
  func verdict(_ nanoseconds: Double) -> String {
    if nanoseconds <= target { return "met" }
    return nanoseconds <= atWorst ? "within the worst" : "missed"
  }
}
