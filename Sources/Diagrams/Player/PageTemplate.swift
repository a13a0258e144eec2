/// The text of a page with places that are filled, each of which is a name in double braces:
/// `<title>{{title}}</title>`.
struct PageTemplate: Sendable {
  /// A place that is filled.
  enum Place: String, CaseIterable {
    /// The title, as HTML text.
    case title
    /// The content security policy, as the value of an attribute.
    case policy
    /// The style sheet.
    case style
    /// The trace and the files, as JSON without `<`.
    case trace
    /// The script.
    case script
  }

  /// The text before the first place.
  private let start: String
  /// The places, in order, each with the text up to the next one.
  private let sections: [(place: Place, text: String)]

  /// Creates a template from its text. The text must not have places with other names.
  init(_ text: String) {
    let pieces = text.split(separator: "{{", omittingEmptySubsequences: false)
    start = String(pieces[0])
    sections = pieces.dropFirst().map { piece in
      let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let place = Place(rawValue: String(halves[0])) else {
        preconditionFailure("a template has a place without a known name: {{\(piece.prefix(40))")
      }
      return (place, String(halves[1]))
    }
  }

  /// The places, in the order of the text.
  var places: [Place] { sections.map(\.place) }

  /// Returns the text with the contents of its places. A content that looks like a place is not
  /// filled.
  func filled(_ content: (Place) -> String) -> String {
    var filled = start
    for (place, text) in sections {
      filled += content(place)
      filled += text
    }
    return filled
  }
}
