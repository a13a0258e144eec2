import Marbles
public import Tracing

/// Draws a trace as a picture: circles with values on lines, operators as boxes between them, and
/// thin lines from each event to the events that resulted from it.
///
/// The picture follows the light or dark appearance of its surroundings, its text can be selected,
/// and the title of each mark describes what happened there. Events of the same color came from the
/// same source event. Events that led to nothing have dashed outlines.
///
/// The same trace always results in the same bytes.
public struct SVGDiagram: Sendable {
  /// The part of the trace that is shown.
  public var options: DiagramOptions
  /// The width in pixels at which text has its natural size; at least 320.
  public var width: Int
  /// The title of the picture, for screen readers; nil if it has none.
  public var title: String?

  /// Creates a diagram.
  public init(options: DiagramOptions = DiagramOptions(), width: Int = 960, title: String? = nil) {
    self.options = options
    self.width = width
    self.title = title
  }

  /// Draws a trace as a separate document, which HTML can also contain.
  public func text(of trace: Trace) -> String {
    picture(of: trace).text
  }

  func picture(of trace: Trace) -> SVGPicture {
    let width = max(320, width)
    let runs = RunRows(trace)
    let selection = StageSelection(runs.trace, options: options)
    let (rails, laneCount) = PictureLayout.rails(for: selection.inputs)
    let room = width - PictureLayout.origin(laneCount: laneCount) - PictureLayout.right
    let layout = DiagramLayout(runs, options: options, metrics: .picture(room: room))
    let picture = PictureLayout(layout, rails: rails, laneCount: laneCount, width: width)
    return SVGPicture(picture, of: runs.trace, title: title)
  }
}
