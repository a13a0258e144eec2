import Values

/// A stream that has been written: the view with its events, and what they are made of.
///
/// Each row is an event. Its column `ms` is its time, in milliseconds since 1970; `rt` the same time
/// for watermarks.
struct SQLStream {
  /// The name of the view.
  var view: String
  /// The value of an event, made of the columns of the view.
  var value: SQLValue
  /// The columns of the keys of the groups around it.
  var groups: [String] = []
  /// The keys of the groups, as parts of a record and as columns.
  var keys: [(part: SQLJSON, column: SQLValue)] = []
  /// The column that says whether an event has passed all conditions so far; nil if there are none.
  ///
  /// The planner joins the conditions of views and changes their order. A condition that may fail
  /// therefore has those before it in itself.
  var kept: String?
  /// The views of the records of whose inputs it is made: it completes with the last of them.
  var inputs: [String]
  /// Whether events have a time of their own, and not that of a window.
  var hasRowTime = true
  /// The window whose array is the value.
  var window: SQLWindow?
  /// The conditions on that array.
  var windowConditions: [String] = []
  /// Whether an operator before was refused, so that nothing is known of the values.
  var isUnknown = false

  static var unknown: SQLStream { SQLStream(view: "", value: .null, inputs: [], isUnknown: true) }
}

/// The windows of a `collect`.
struct SQLWindow {
  enum Kind {
    /// Windows that follow one another, of so many milliseconds.
    case aligned(Int64)
    /// Sessions that end after so many milliseconds without a value.
    case session(gap: Int64)
  }

  let kind: Kind
  /// The columns of the groups in which windows are opened.
  let groups: [String]
}

/// The way in which Flink runs the job.
package enum FlinkMode: String, Sendable, CaseIterable {
  /// For ever, with watermarks.
  case streaming
  /// Once, over all there is.
  case batch
}
