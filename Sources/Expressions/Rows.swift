package import Values

/// Values in a column, with a selection of its rows to work on.
///
/// An expression can be applied to a thousand values in one call, so that only the expression
/// itself is evaluated for each. This is a view: the columns belong to its creator.
@safe package struct Rows {
  /// The values of all rows. Each is initialized, even in rows that are not selected.
  package private(set) var values: UnsafeMutablePointer<Value>
  /// The column for new values: the same column, or another one if the values must not change.
  package let results: UnsafeMutablePointer<Value>
  /// The instant of each row, in nanoseconds.
  package let times: UnsafePointer<Int64>
  /// The selected rows, in order. There are `count` of them.
  package let places: UnsafeMutablePointer<Int32>
  package var count: Int
  /// Whether results are written. A fold does not write them, because only its last result counts.
  var keepsResults = true
  /// The row at which an expression failed, if there is one. No row after it is selected.
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

  /// Returns the value of the row at an index of `places`.
  fileprivate func value(at index: Int) -> Value { unsafe values[Int(places[index])] }

  /// Records that work on the row at an index of `places` failed, while `kept` rows before it are
  /// still selected.
  package mutating func fail(at index: Int, leaving kept: Int, _ error: EvaluationError) {
    failure = unsafe (places[index], error)
    count = kept
  }
}

extension Rows {
  /// Applies a closure to the value of each selected row, in order, and keeps the rows for which it
  /// returns true. With `tellsTime`, the frame's time is set to the time of the row.
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

  /// Copies the values of the selected rows to the results, so that the work continues there.
  private mutating func moveToResults() {
    guard unsafe results != values else { return }
    for index in 0..<count {
      let place = unsafe Int(places[index])
      unsafe results[place] = unsafe values[place]
    }
    unsafe values = unsafe results
  }

  /// Records that all selected rows have results.
  fileprivate mutating func passToResults() {
    unsafe values = unsafe results
  }
}

extension Evaluator {
  /// Replaces each value with the result of the expression.
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

  /// Replaces `result` with the value of the expression, with `result` as `$0` and the value of
  /// each row in turn as `$1`. The values of the rows do not change.
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

  /// Keeps the rows for which the expression is true.
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

  /// Replaces each value with the value of the expression, with the previous result as `$0` and the
  /// value as `$1`.
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
