#if canImport(Runtime)
  import Runtime
#endif

/// Who put work in line, and for whom: the calls that were under way.
///
/// To note the calls takes a quarter of a millisecond, so only the first bookings of a scheduler are
/// noted. To find their names takes longer, and is done for what a test failed by. Lines are not
/// looked up: reading them out of the debug information of a large test takes seconds.
struct BookingTrace {
  /// How many bookings of one scheduler are noted.
  static let limit = 200

  #if canImport(Runtime)
    private let calls: Backtrace?

    init() {
      // Without a backtrace the work has no name, and that is all.
      calls = try? Backtrace.capture(limit: 64, top: 0)
    }
  #else
    init() {}
  #endif

  /// The stage that booked the work, and the function of the test below it.
  var origin: (stage: String?, function: String?) {
    #if canImport(Runtime)
      let symbols = calls?.symbolicated(options: .useSymbolCache)?.frames.compactMap(\.symbol)
      return Self.origin(of: (symbols ?? []).map { ($0.rawName, $0.name) })
    #else
      return (nil, nil)
    #endif
  }

  /// How the symbols of a publisher's module, and of all modules of the package, begin.
  private static let publishers = "$s8Reactive"
  private static let modules = [
    publishers, "$s15ReactiveTesting", "$s13StreamTesting", "$s7Marbles", "$s9Pipelines",
    "$s6Values", "$s11Expressions",
  ]

  /// How the names of types end that are named for an operator.
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

  /// Whether a symbol is Swift's, and neither the package's nor the standard library's.
  private static func isForeign(_ raw: String) -> Bool {
    guard raw.hasPrefix("$s"), raw.dropFirst(2).first?.isNumber == true else { return false }
    return !modules.contains { raw.hasPrefix($0) }
  }

  /// `Debounce` of `Publishers.DebounceRule.setAlarm(_:)`, `Delay` of
  /// `Publishers.DelayStage.receive(_:)`; nil for what only passes work on.
  private static func stage(in name: String) -> String? {
    if name.contains("Scheduler.schedule(") { return "schedule" }
    let type = name.split(separator: " ").last { $0.contains(".") } ?? ""
    for word in type.split(separator: ".") {
      let word = word.prefix { $0.isLetter }
      for ending in endings where word.hasSuffix(ending) && word.count > ending.count {
        return String(word.dropLast(ending.count))
      }
    }
    return nil
  }

  /// The function that a closure stands in.
  private static func function(in name: String) -> String {
    let parts = name.split(separator: " in ")
    return parts.count > 1 && name.contains("closure #")
      ? parts.drop { $0.contains("closure #") }.joined(separator: " in ") : name
  }
}
