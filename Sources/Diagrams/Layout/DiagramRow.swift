/// A row of a diagram: the events that one stage emitted, laid out along the time axis.
package struct DiagramRow: Sendable {
  /// The number of the stage.
  package var stage: Int
  package var title: Title
  package var role: Role
  /// The rows of the stages that it receives from, if they are shown, in order.
  package var inputs: [Int]
  package var content: Content
  package var completions: [Completion]
  /// The position at which the line begins; nil if it begins with the axis.
  package var lineStart: Int?
  /// The position at which the line ends; nil if it continues beyond the picture.
  package var lineEnd: Int?
  /// The labels above the line.
  package var labels: [Label]

  /// The kind of a row.
  package enum Role: Sendable, Hashable {
    case source, `operator`, output
  }

  /// The words for a stage.
  package struct Title: Sendable, Hashable {
    /// The definition that contains it; nil for the document itself.
    package var definition: String?
    package var name: String
    package var parameters: String
    /// The names of the rows that it receives from, unless that is just the row above it.
    package var origins: [String]
    /// The names of the outputs that emit the same events.
    package var outputs: [String]
    /// The part that all values have in common, which the labels leave out; empty if there is none.
    package var common = ""

    /// `alerts › debounce 2`
    package var text: String {
      let name = parameters.isEmpty ? name : "\(name) \(parameters)"
      return definition.map { "\($0) › \(name)" } ?? name
    }

    /// `from orders, payments`; empty if there is nothing to say.
    package var note: String {
      let from = origins.isEmpty ? "" : "from \(origins.joined(separator: ", "))"
      let to = outputs.isEmpty ? "" : "to \(outputs.joined(separator: ", "))"
      let common = common.isEmpty ? "" : "each \(common)"
      return [from, to, common].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// The values of a row.
  package enum Content: Sendable {
    /// Marks with the text of their values.
    case marks([Mark])
    /// Marks without text. Labels above name the marks for which there is room.
    case dots([Mark])
    /// Bars with the numbers of events.
    case bars(Bars)

    package var marks: [Mark] {
      switch self {
      case .marks(let marks), .dots(let marks): marks
      case .bars: []
      }
    }
  }

  /// One or more events at one place.
  package struct Mark: Sendable, Hashable {
    package var position: Int
    /// The units that it takes up.
    package var extent: Range<Int>
    package var text: String
    /// The numbers of the events, in order.
    package var events: [Int]
    /// The number of the color. Events that come from one source event have the same color. Nil if
    /// the events have several.
    package var color: Int?
    /// Whether none of the events led to another.
    package var isEnd: Bool
  }

  /// The numbers of events for equal parts of the axis.
  package struct Bars: Sendable, Hashable {
    /// The width of a bar.
    package var width: Int
    /// The number of events of each bar, the first at position 0.
    package var counts: [Int]
    /// The counts in words: `1000 values, 12.5/s, at most 310/s`.
    package var summary: String

    package var most: Int { counts.max() ?? 0 }
  }

  /// The end of a run.
  package struct Completion: Sendable, Hashable {
    package var position: Int
    package var event: Int
    /// The message of a failure; nil if the run completed.
    package var failure: String?
    /// Whether the line ends here.
    package var isLast: Bool
  }

  /// Text above the line.
  package struct Label: Sendable, Hashable {
    package var text: String
    /// The position of the mark that it names.
    package var position: Int
    package var extent: Range<Int>
    /// The number of the line of text, counted from 0, which is next to the line of the row.
    package var level: Int
    package var isFailure = false
  }

  /// The number of lines of text above the line.
  package var levelCount: Int { (labels.map(\.level).max() ?? -1) + 1 }
}
