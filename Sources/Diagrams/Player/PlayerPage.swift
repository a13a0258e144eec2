package import Marbles
public import Tracing

/// An HTML page that plays a trace: balls with their values move along lines and through the boxes
/// of operators, beside the stream file and a list of all events.
///
/// The page is a single text that needs no network and no other file. It contains the trace and the
/// files, and allows no script and no style except its own. The same trace makes the same page.
public struct PlayerPage: Sendable {
  /// A file that is shown beside the balls.
  public struct File: Sendable, Hashable {
    /// The name that the places of a trace use to refer to the file.
    public var name: String
    /// The text of the file.
    public var text: String

    /// Creates a file from its name and its text.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The title of the page.
  public var title: String
  /// The trace that is played.
  public var trace: Trace
  /// The files that contain the stages. The first is shown when the page opens.
  public var files: [File]
  /// The text form of times that count from 1970; nil if they count from the start.
  package var dates: ChartDates?

  /// Creates a page for a trace.
  public init(title: String, trace: Trace, files: [File] = []) {
    self.title = title
    self.trace = trace
    self.files = files
  }

  /// The text of the page. It takes memory for the whole trace.
  public var html: String {
    get throws {
      let data = try PlayerData(runs: RunRows(trace), files: files, dates: dates).text
      let title = Self.escaped(title)
      return PlayerFiles.template.filled { place in
        switch place {
        case .title: title
        case .policy: Self.policy
        case .style: PlayerFiles.style
        case .trace: data
        case .script: PlayerFiles.script
        }
      }
    }
  }

  /// The page runs its own script and has its own style, and loads nothing.
  private static let policy = """
    default-src 'none'; script-src '\(SHA256.source(of: PlayerFiles.script))'; \
    style-src '\(SHA256.source(of: PlayerFiles.style))'; base-uri 'none'; form-action 'none'
    """

  /// Returns text as HTML in which none of its characters has a special meaning.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
