import Values

/// The closures that callers outside call for many values at once: loops with the term inside, so that
/// a value costs no call.
///
/// They go through the rows that are left, each with its value as `$0`, and say in `done` how far they
/// have come when one fails. `$time` is whatever the frame has.
struct RowBodies: Sendable {
  typealias Map =
    @Sendable (Rows, _ done: inout Int, inout Frame) throws(EvaluationFailure) -> Void
  typealias Filter =
    @Sendable (Rows, _ done: inout Int, _ kept: inout Int, inout Frame) throws(EvaluationFailure)
    -> Void
  /// The result before is `$0`, the value `$1`.
  typealias Scan =
    @Sendable (Rows, _ done: inout Int, _ result: inout Value, inout Frame)
    throws(EvaluationFailure) -> Void

  let map: Map
  let filter: Filter
  let scan: Scan

  /// Makes the bodies of a term whose result is a bool, which is mostly a condition. `closure` is the same
  /// term behind a closure, for the other two.
  init<Source: Term>(
    condition term: Source, closure: ClosureTerm<Bool>, _ guards: EntryPoints.Guards
  ) where Source.Result == Bool {
    map = Self.map(closure, guards)
    filter = Self.filter(term, guards) { (flag) throws(EvaluationFailure) in flag }
    scan = Self.scan(closure, guards)
  }

  /// Makes the bodies of a term whose result may be no bool, and which is rarely a condition.
  init<Source: Term>(
    _ term: Source, closure: ClosureTerm<Source.Result>, _ guards: EntryPoints.Guards
  ) {
    map = Self.map(term, guards)
    filter = Self.filter(closure, guards) { (result) throws(EvaluationFailure) in
      let value = result.boxed
      guard case .bool(let flag) = value else {
        throw .invalid("a condition must be a bool, this is \(value.runtimeKind.phrase)")
      }
      return flag
    }
    scan = Self.scan(term, guards)
  }

  private static func map<Source: Term>(_ term: Source, _ guards: EntryPoints.Guards) -> Map {
    { (rows, done, frame) throws(EvaluationFailure) in
      for index in 0..<rows.count {
        done = index
        let place = unsafe Int(rows.places[index])
        if guards.countsSteps { frame.steps = 0 }
        unsafe rows.results[place] = unsafe try (rows.values + place).lending {
          (input) throws(EvaluationFailure) in
          let result = try term.evaluate(input, .null, &frame).boxed
          return guards.guardsExit ? try Emission.emitted(result) : result
        }
      }
    }
  }

  @inline(__always)
  private static func filter<Source: Term>(
    _ term: Source, _ guards: EntryPoints.Guards,
    condition: @escaping @Sendable (Source.Result) throws(EvaluationFailure) -> Bool
  ) -> Filter {
    { (rows, done, kept, frame) throws(EvaluationFailure) in
      for index in 0..<rows.count {
        done = index
        let place = unsafe rows.places[index]
        if guards.countsSteps { frame.steps = 0 }
        let isKept = unsafe try (rows.values + Int(place)).lending {
          (input) throws(EvaluationFailure) in
          try condition(term.evaluate(input, .null, &frame))
        }
        // Written in any case and counted if kept: whether it is cannot be foreseen.
        unsafe rows.places[kept] = place
        kept &+= isKept ? 1 : 0
      }
    }
  }

  private static func scan<Source: Term>(_ term: Source, _ guards: EntryPoints.Guards) -> Scan {
    { (rows, done, last, frame) throws(EvaluationFailure) in
      for index in 0..<rows.count {
        done = index
        let place = unsafe Int(rows.places[index])
        if guards.countsSteps { frame.steps = 0 }
        unsafe try (rows.values + place).lending { (input) throws(EvaluationFailure) in
          let result = try term.evaluate(last, input, &frame).boxed
          last = guards.guardsExit ? try Emission.emitted(result) : result
        }
        if rows.keepsResults { unsafe rows.results[place] = last }
      }
    }
  }
}

extension UnsafeMutablePointer<Value> {
  /// Takes the value out for the time of the work, and puts it back: to read it where it is would be to
  /// retain it, because memory might change meanwhile.
  @inline(__always)
  fileprivate func lending<Result>(
    _ work: (Value) throws(EvaluationFailure) -> Result
  ) throws(EvaluationFailure) -> Result {
    let value = unsafe move()
    defer { unsafe initialize(to: value) }
    return try work(value)
  }
}
