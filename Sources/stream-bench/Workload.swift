/// One job, done in more than one way.
protocol Workload: SendableMetatype {
  /// The name in reports: "P2".
  static var name: String { get }
  /// One line on what is done.
  static var summary: String { get }
  /// How many items, if the caller does not say.
  static var sizes: [Int] { get }
  /// What one item is called, for people.
  static var item: String { get }

  init(size: Int) throws

  /// Does the job once in one of the ways.
  func run(_ variant: Variant) throws -> Pass
}

/// A way of doing a job.
enum Variant: String, CaseIterable {
  case plain, engine
}

/// One time through a job.
struct Pass {
  /// What was measured.
  var time: Duration
  /// Stands for the result, so that two ways can be compared and no work is left out.
  var checksum: UInt64
  /// Parts of the way that are not in `time`, by name.
  var besides: [(name: String, time: Duration)] = []
  /// Peak memory, if the job is a process of its own.
  var peakBytes: Int?
}

/// The workloads: those of the whole engine by number, then those of a part.
let workloads: [any Workload.Type] = [
  SerialWorkload.self, MergeOf8Workload.self, MergeOf1000Workload.self, ZipWorkload.self,
  ReadingWorkload.self, ProcessWorkload.self, FieldWorkload.self,
  StartWorkload.self, TypedExpressionWorkload.self, UntypedExpressionWorkload.self,
  DebounceWorkload.self, ThrottleWorkload.self, CollectWorkload.self, GroupByWorkload.self,
]

/// A sum that depends on the order of what is added.
struct Checksum {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func add(_ number: Int64) {
    value = value &* 31 &+ UInt64(bitPattern: number)
  }
}

func measured<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  return (clock.now - start, result)
}
