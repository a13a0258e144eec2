extension Publishers {
  /// The way in which windows combine their panes.
  @usableFromInline
  package enum PaneUse {
    /// They do not, because they do not overlap.
    case none
    /// From the contents of each.
    case contents
    /// From sums of contents.
    case sums
  }

  /// A pane, with its contents or those of several.
  @usableFromInline
  struct WindowPane<Contents> {
    /// The ticket of its first value.
    @usableFromInline let ticket: Ticket
    /// The position of its first value: nanoseconds, or the number of the value.
    @usableFromInline let position: Int64
    @usableFromInline var contents: Contents

    @inlinable
    init(_ ticket: Ticket, at position: Int64, _ contents: Contents) {
      (self.ticket, self.position, self.contents) = (ticket, position, contents)
    }
  }

  /// The panes of windows that overlap, from the first that an open window contains.
  ///
  /// Where contents are small, the older panes are kept as sums up to the newest of them, and the
  /// newer ones with one sum: a window is two sums, however many panes it has.
  @usableFromInline
  struct WindowPanes<Contents: MergeableContents> {
    /// The older panes, the oldest last; each with the contents of all from it to the newest of them.
    @usableFromInline var older: [WindowPane<Contents>] = []
    /// The newer panes, the oldest first; without contents if windows do not overlap.
    @usableFromInline var newer: [WindowPane<Contents>] = []
    /// The contents of all newer panes.
    @usableFromInline var total = Contents()
    /// Why contents could not be combined.
    @usableFromInline var refusal: String?

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { older.isEmpty && newer.isEmpty }
    /// The ticket of the first value.
    @inlinable var first: Ticket? { oldest?.ticket }
    @inlinable var oldest: WindowPane<Contents>? { older.last ?? newer.first }

    /// Adds a value to the pane that begins at a position, which is the newest. If that is
    /// impossible, it changes nothing and returns the reason.
    @inlinable
    mutating func take(
      _ input: Contents.Value, _ ticket: Ticket, at position: Int64, inPaneFrom start: Int64,
      _ use: PaneUse
    ) -> String? {
      if use != .contents, let reason = total.take(input) { return reason }
      let isNew = newer.last.map { $0.position < start } ?? true
      if isNew { newer.append(WindowPane(ticket, at: position, Contents())) }
      guard use != .none else { return nil }
      let reason = newer[newer.count - 1].contents.take(input)
      if use == .sums {
        refusal = reason ?? refusal
        return nil
      }
      if reason != nil, isNew { newer.removeLast() }
      return reason
    }

    /// Returns the contents of all panes.
    @inlinable
    mutating func sum(_ use: PaneUse) -> Contents {
      if use == .contents {
        var sum = Contents()
        for pane in newer { refusal = sum.merge(pane.contents) ?? refusal }
        return sum
      }
      guard var sum = older.last?.contents else { return total }
      if !total.isEmpty { refusal = sum.merge(total) ?? refusal }
      return sum
    }

    /// Leaves out the panes before a position.
    @inlinable
    mutating func leaveOut(before position: Int64, _ use: PaneUse) {
      if use == .contents {
        newer.removeFirst(newer.firstIndex { $0.position >= position } ?? newer.count)
        total = Contents()
        return
      }
      while let oldest, oldest.position < position {
        if !older.isEmpty {
          older.removeLast()
        } else if let newest = newer.last, newest.position < position {
          (newer, total) = ([], Contents())
        } else {
          flip(from: position)
        }
      }
    }

    /// Makes the newer panes the older ones, except for those before a position.
    @inlinable
    mutating func flip(from position: Int64) {
      var sum: Contents?
      for var pane in newer.reversed() where pane.position >= position {
        if let sum { refusal = pane.contents.merge(sum) ?? refusal }
        sum = pane.contents
        older.append(pane)
      }
      (newer, total) = ([], Contents())
    }
  }
}

extension Publishers.WindowPane: Codable where Contents: Codable {}
extension Publishers.WindowPanes: Codable where Contents: Codable {}
