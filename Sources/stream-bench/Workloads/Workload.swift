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
  /// What an item may cost, if that was set.
  static var goal: Goal? { get }

  /// Makes what the job works on, which is not measured.
  init(size: Int) throws

  /// The ways of doing the job, plain Swift last.
  static var variants: [Variant] { get }
  /// The tools of others that are not here to do the job.
  static var missing: [String] { get }

  /// How many items there are: as many as were asked for, if the job can be cut to any size.
  var count: Int { get }

  /// Does the job from the text of a stream file.
  func engine() throws -> Pass

  /// Does the job by hand, as an expert does who has this one job to do.
  func plain() throws -> Pass

  /// Does the job once in one of the ways.
  func run(_ variant: Variant) throws -> Pass
}

/// A job that can be done with typed publishers and closures as well.
protocol TypedWorkload: Workload {
  func publishers() throws -> Pass
}

extension Workload {
  static var goal: Goal? { nil }
  static var missing: [String] { [] }

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
      throw BenchError("\(Self.name) is no job for \(variant)")
    }
  }
}

/// A way of doing a job.
enum Variant: String {
  case engine, publishers, plain
  /// Tools of others, which lay out their results in ways of their own.
  case duckdb, polars, jq

  var isForeign: Bool {
    switch self {
    case .engine, .publishers, .plain: false
    case .duckdb, .polars, .jq: true
    }
  }
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
