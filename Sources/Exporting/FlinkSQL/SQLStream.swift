/// A stream that has been written: the view with its events, and the meanings of its columns.
///
/// Each row is an event. The column `ms` is its time, in milliseconds since 1970; `rt` is the same
/// time for watermarks.
package struct SQLStream {
  /// The name of the view.
  package var view: String
  /// The value of an event, in terms of the columns of the view.
  package var value: SQLValue
  /// The columns of the keys of the groups around it.
  package var groups: [String] = []
  /// The keys of the groups, as parts of a record and as columns.
  package var keys: [(part: SQLJSON, column: SQLValue)] = []
  /// The column that states whether an event has passed all conditions so far; nil if there are
  /// none.
  ///
  /// The planner joins the conditions of views and changes their order. A condition that may fail
  /// therefore includes all previous ones.
  package var kept: String?
  /// The views of the records of the inputs on which it depends. It completes with the last of
  /// them.
  var inputs: [String]
  /// Whether events have their own times, and not the time of a window.
  package var hasRowTime = true
  /// The window whose array is the value.
  package var window: SQLWindow?
  /// The conditions on that array.
  package var windowConditions: [String] = []
  /// Whether an earlier operator was refused, so that nothing is known about the values.
  var isUnknown = false

  static var unknown: SQLStream { SQLStream(view: "", value: .null, inputs: [], isUnknown: true) }
}

/// The windows of a `collect`.
package struct SQLWindow {
  package enum Kind {
    /// Windows that follow one another, each with this length in milliseconds.
    case aligned(Int64)
    /// Windows of this length, one of which begins each `every` milliseconds.
    case hopping(Int64, every: Int64)
    /// Sessions that end after this many milliseconds without a value.
    case session(gap: Int64)
  }

  package let kind: Kind
  /// The columns of the groups in which windows are opened.
  package let groups: [String]

  package init(kind: Kind, groups: [String]) {
    self.kind = kind
    self.groups = groups
  }
}

/// How Flink runs the job.
package enum FlinkMode: String, Sendable, CaseIterable {
  /// Forever, with watermarks.
  case streaming
  /// Once, over all existing records.
  case batch
}
