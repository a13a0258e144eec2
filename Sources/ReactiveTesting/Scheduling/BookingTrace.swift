#if canImport(Runtime)
  import Runtime
#endif

/// The origin of queued work: the calls that were under way when it was queued.
///
/// Capturing the calls takes a quarter of a millisecond, so only the calls of the first bookings of
/// a scheduler are captured. Finding their names takes longer, and is done only for the work that
/// made a test fail. Lines are not looked up, because reading them from the debug information of a
/// large test takes seconds.
struct BookingTrace {
  /// The number of bookings of one scheduler whose calls are captured.
  static let limit = 200

  #if canImport(Runtime)
    private let calls: Backtrace?

    init() {
      // Without a backtrace the work simply has no name.
      calls = try? Backtrace.capture(limit: 64, top: 0)
    }
  #else
    init() {}
  #endif

  /// The stage that booked the work, and the function of the test that called it.
  var origin: (stage: String?, function: String?) {
    #if canImport(Runtime)
      let symbols = calls?.symbolicated(options: .useSymbolCache)?.frames.compactMap(\.symbol)
      return Self.origin(of: (symbols ?? []).map { ($0.rawName, $0.name) })
    #else
      return (nil, nil)
    #endif
  }

  /// The prefixes of the symbols of a publisher's module, and of all modules of the package.
  private static let publishers = "$s8Reactive"
  private static let modules = [
    publishers, "$s15ReactiveTesting", "$s13StreamTesting", "$s7Marbles", "$s9Pipelines",
    "$s6Values", "$s11Expressions",
  ]

  /// The suffixes of the names of types that are named after an operator.
  private static let endings = ["Rule", "Stage", "Run"]

  static func origin(
    of symbols: [(raw: String, name: String)]
  ) -> (stage: String?, function: String?) {
    var stage: String?
    for (raw, name) in symbols {
      if raw.hasPrefix(publishers) {
        stage = stage ?? self.stage(in: name)
      } else if isForeign(raw) {
        return (stage, function(in: name))
      }
    }
    return (stage, nil)
  }

  /// Whether a symbol is a Swift symbol that belongs to neither the package nor the standard
  /// library.
  private static func isForeign(_ raw: String) -> Bool {
    guard raw.hasPrefix("$s"), raw.dropFirst(2).first?.isNumber == true else { return false }
    return !modules.contains { raw.hasPrefix($0) }
  }

  /// Returns `Debounce` for the type `DebounceRule<Int, Never>`.
  static func stage(of owner: Any.Type) -> String? {
    operation(in: "\(owner)".prefix { $0.isLetter })
  }

  /// Returns `Delay` for `Publishers.DelayStage.receive(_:)`; nil for functions that only pass work
  /// on.
  private static func stage(in name: String) -> String? {
    if name.contains("Scheduler.schedule(") { return "schedule" }
    let type = name.split(separator: " ").last { $0.contains(".") } ?? ""
    return type.split(separator: ".").lazy
      .compactMap { operation(in: $0.prefix { $0.isLetter }) }.first
  }

  /// The operator after which a type is named.
  private static func operation(in type: Substring) -> String? {
    endings.first { type.hasSuffix($0) && type.count > $0.count }
      .map { String(type.dropLast($0.count)) }
  }

  /// The function that contains a closure.
  private static func function(in name: String) -> String {
    let parts = name.split(separator: " in ")
    return parts.count > 1 && name.contains("closure #")
      ? parts.drop { $0.contains("closure #") }.joined(separator: " in ") : name
  }
}
