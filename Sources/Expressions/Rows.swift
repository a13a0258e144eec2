package import Values

/// Values in a column, and which of its rows are to be worked on.
///
/// What an expression does to one value it does to a thousand in one call, in which nothing but the
/// expression itself is left to do for each. A view: the columns belong to whoever made it.
@safe package struct Rows {
  /// The values of all rows; each is initialised, also where a row is left out.
  package private(set) var values: UnsafeMutablePointer<Value>
  /// Where new values are written: the same column, or another one if the first is to stay as it is.
  package let results: UnsafeMutablePointer<Value>
  /// When each row comes, in nanoseconds.
  package let times: UnsafePointer<Int64>
  /// The rows that are left, in order: as many as `count` says.
  package let places: UnsafeMutablePointer<Int32>
  package var count: Int
  /// Whether results are written: those of a fold, of which only the last counts, are not.
  var keepsResults = true
  /// The row at which an expression failed, if one did. No row behind it is left.
  package private(set) var failure: (place: Int32, error: EvaluationError)?

  package init(
    values: UnsafeMutablePointer<Value>, results: UnsafeMutablePointer<Value>? = nil,
    times: UnsafePointer<Int64>, places: UnsafeMutablePointer<Int32>, count: Int
  ) {
    unsafe self.values = unsafe values
    unsafe self.results = unsafe results ?? values
    unsafe self.times = unsafe times
    unsafe self.places = unsafe places
    self.count = count
  }

  /// The value of the row at an index of `places`.
  fileprivate func value(at index: Int) -> Value { unsafe values[Int(places[index])] }

  /// Takes note that work on the row at an index of `places` failed, when `kept` rows before it are
  /// left.
  package mutating func fail(at index: Int, leaving kept: Int, _ error: EvaluationError) {
    failure = unsafe (places[index], error)
    count = kept
  }
}

extension Rows {
  /// Does work on the value of each row that is left, in order, and leaves those for which it gives
  /// true. With `tellsTime` the frame's time is that of the row.
  package mutating func work(
    in frame: inout Frame, tellsTime: Bool,
    _ body: (inout Value, inout Frame) throws(EvaluationError) -> Bool
  ) {
    moveToResults()
    var kept = 0
    for index in 0..<count {
      let place = unsafe places[index]
      if tellsTime { frame.nanoseconds = unsafe times[Int(place)] }
      do throws(EvaluationError) {
        let isKept = unsafe try body(&values[Int(place)], &frame)
        unsafe places[kept] = place
        kept &+= isKept ? 1 : 0
      } catch {
        return fail(at: index, leaving: kept, error)
      }
    }
    count = kept
  }

  /// Has work go on where results are written, on copies of the values of the rows that are left.
  private mutating func moveToResults() {
    guard unsafe results != values else { return }
    for index in 0..<count {
      let place = unsafe Int(places[index])
      unsafe results[place] = unsafe values[place]
    }
    unsafe values = unsafe results
  }

  /// Takes note that of all rows that are left there are results.
  fileprivate mutating func passToResults() {
    unsafe values = unsafe results
  }
}

extension Evaluator {
  /// Puts in the place of each value what the expression makes of it.
  package func map(_ rows: inout Rows, in frame: inout Frame) {
    if usesTime {
      return rows.work(in: &frame, tellsTime: true) { (value, frame) throws(EvaluationError) in
        value = try self.value(value, in: &frame)
        return true
      }
    }
    var done = 0
    defer { rows.passToResults() }
    do throws(EvaluationFailure) {
      try rowBodies.map(rows, &done, &frame)
    } catch {
      rows.fail(at: done, leaving: done, describe(error, rows.value(at: done), .null, frame))
    }
  }

  /// Replaces the result by what the expression makes of it, as `$0`, and of the value of each row, one
  /// after the other. The rows keep their values.
  package func fold(rows: inout Rows, into result: inout Value, in frame: inout Frame) {
    if usesTime { return foldInTime(&rows, into: &result, in: &frame) }
    rows.keepsResults = false
    var done = 0
    do throws(EvaluationFailure) {
      try rowBodies.scan(rows, &done, &result, &frame)
    } catch {
      rows.fail(at: done, leaving: done, describe(error, result, rows.value(at: done), frame))
    }
  }

  private func foldInTime(_ rows: inout Rows, into result: inout Value, in frame: inout Frame) {
    for index in 0..<rows.count {
      frame.nanoseconds = unsafe rows.times[Int(rows.places[index])]
      do throws(EvaluationError) {
        result = try value(result, rows.value(at: index), in: &frame)
      } catch {
        return rows.fail(at: index, leaving: index, error)
      }
    }
  }

  /// Leaves the rows for which the expression is true.
  package func filter(_ rows: inout Rows, in frame: inout Frame) {
    if usesTime {
      return rows.work(in: &frame, tellsTime: true) { (value, frame) throws(EvaluationError) in
        try self.condition(value, in: &frame)
      }
    }
    var (done, kept) = (0, 0)
    do throws(EvaluationFailure) {
      try rowBodies.filter(rows, &done, &kept, &frame)
      rows.count = kept
    } catch {
      rows.fail(at: done, leaving: kept, describe(error, rows.value(at: done), .null, frame))
    }
  }

  /// Puts in the place of each value what the expression makes of the result before it, which is
  /// `$0`, and that value.
  package func scan(_ rows: inout Rows, from result: inout Value, in frame: inout Frame) {
    if usesTime {
      return rows.work(in: &frame, tellsTime: true) { (value, frame) throws(EvaluationError) in
        result = try self.value(result, value, in: &frame)
        value = result
        return true
      }
    }
    var done = 0
    defer { rows.passToResults() }
    do throws(EvaluationFailure) {
      try rowBodies.scan(rows, &done, &result, &frame)
    } catch {
      rows.fail(at: done, leaving: done, describe(error, result, rows.value(at: done), frame))
    }
  }
}
