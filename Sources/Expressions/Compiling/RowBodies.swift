import Values

/// The closures of a term for many values at once. They are loops with the term inlined, so that a
/// value needs no call.
///
/// They process the remaining rows, each with its value as `$0`, and count the rows before a
/// failure in `done`. `$time` is the time in the frame.
struct RowBodies: Sendable {
  typealias Map =
    @Sendable (Rows, _ done: inout Int, inout Frame) throws(EvaluationFailure) -> Void
  typealias Filter =
    @Sendable (Rows, _ done: inout Int, _ kept: inout Int, inout Frame) throws(EvaluationFailure)
    -> Void
  /// `$0` is the previous result, `$1` the value.
  typealias Scan =
    @Sendable (Rows, _ done: inout Int, _ result: inout Value, inout Frame)
    throws(EvaluationFailure) -> Void

  let map: Map
  let filter: Filter
  let scan: Scan

  /// Creates the bodies of a term whose result is a bool, which is usually a condition. `closure`
  /// is the same term as a closure, for the other two bodies.
  init<Source: Term>(
    condition term: Source, closure: ClosureTerm<Bool>, _ guards: EntryPoints.Guards
  ) where Source.Result == Bool {
    map = Self.map(closure, guards)
    filter = Self.filter(term, guards) { (flag) throws(EvaluationFailure) in flag }
    scan = Self.scan(closure, guards)
  }

  /// Creates the bodies of a term whose result need not be a bool, and which is rarely a condition.
  init<Source: Term>(
    _ term: Source, closure: ClosureTerm<Source.Result>, _ guards: EntryPoints.Guards
  ) {
    map = Self.map(term, guards)
    filter = Self.filter(closure, guards) { (result) throws(EvaluationFailure) in
      let value = result.boxed
      guard case .bool(let flag) = value else {
        throw .invalid("a condition must be a bool, but this is \(value.runtimeKind.phrase)")
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
        // The place is always written, and counted only if the row is kept, because a branch could
        // not be predicted.
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
  /// Moves the value out while the work runs, and then back. Reading it in place would retain it,
  /// because memory might change in the meantime.
  @inline(__always)
  fileprivate func lending<Result>(
    _ work: (Value) throws(EvaluationFailure) -> Result
  ) throws(EvaluationFailure) -> Result {
    let value = unsafe move()
    defer { unsafe initialize(to: value) }
    return try work(value)
  }
}
