import Console
import Expressions
import Pipelines
import Reactive
import Tuning

/// The settings of `diff`.
struct DiffSettings: CommandSettings {
  var playing = PlayingSettings()
  /// The revision of the old file; nil if both files are named.
  var revision: GitRevision?
  /// The values of parameters that only one of the playbacks has.
  var oldParameters: [NamedText] = []
  var newParameters: [NamedText] = []
  /// The key of a value; nil if equal values are the same event.
  var key: CheckedExpression?
  /// The longest time by which an event may have moved.
  var within: Duration?
  /// The size of a value.
  var size: CheckedExpression?
  /// The number of changes of each kind that are listed.
  var listed = EventMatching.listedCount
  /// Whether the records are cut to the few that still make a difference.
  var shrinks = false
  /// The format; nil if it follows from the name of the output.
  var statedFormat: DifferenceFormat?
  /// The output file; nil for standard output.
  var output: String?
  /// The width of the picture.
  var width: Int?

  var maximumMemory: Int? { playing.maximumMemory }
  var format: DifferenceFormat { statedFormat ?? DifferenceFormat(file: output) ?? .text }

  static let options: [Option<Self>] =
    [
      Option(
        "git", of: .revision,
        "compare the file with itself at this revision, for example HEAD"
      ) { $0.revision = $1 },
      Option(
        "old-set", of: .parameter, "set a parameter in the old playback alone",
        isRepeatable: true
      ) { $0.oldParameters.append($1) },
      Option(
        "new-set", of: .parameter, "set a parameter in the new playback alone",
        isRepeatable: true
      ) { $0.newParameters.append($1) },
      Option(
        "by", of: .recordExpression,
        "events with equal keys are the same event, for example $0.id; by default, those with equal "
          + "values are"
      ) { $0.key = $1 },
      Option(
        "within", of: .time, "the longest time by which an event may have moved; 1h by default"
      ) { $0.within = .nanoseconds($1.nanoseconds) },
      Option(
        "size", of: .recordExpression,
        "the size of a value, for example $0.delay, by which the greatest change is found; by default, "
          + "a number is its own size"
      ) { $0.size = $1 },
      Option(
        "changes", of: .count, "list this many changes of each kind; 10 by default"
      ) { $0.listed = $1 },
      Option(
        flag: "shrink",
        "also cut the records to the few that still make a difference, as a test that the old version "
          + "passes"
      ) { $0.shrinks = true },
      Option(
        "format", "f", of: .oneOf(DifferenceFormat.self, noun: "format"),
        "how to print; by default in the format of the output's file name, or as text"
      ) { $0.statedFormat = $1 },
      Option(
        "output", "o", of: .path,
        "write the report to this file, or with - to standard output"
      ) { $0.output = $1 },
      Option(
        "width", "w", of: .width, "how wide pictures are, in columns from 40 to 400"
      ) { $0.width = $1 },
    ] + PlayingSettings.options(within: \.playing)

  func check(_ operands: [String]) throws(UsageError) {
    if operands.count == 2, revision != nil {
      throw UsageError(
        "'--git' and a second file cannot be combined", hint: "leave one out", command: .diff)
    }
    if operands.count == 1, revision == nil, oldParameters.isEmpty, newParameters.isEmpty {
      throw UsageError(
        "there is nothing to compare '\(operands[0])' with",
        hint:
          "name a second file, or write '--git REV', '--old-set NAME=VALUE' or '--new-set NAME=VALUE'",
        command: .diff)
    }
    if operands.contains("-"), revision != nil || operands.count == 1 {
      throw UsageError(
        "a stream file on standard input has no other version", hint: "name a file",
        command: .diff)
    }
    if format == .html, !ComparedVersion.canReadAgain(playing) {
      throw UsageError(
        "a page needs inputs that can be read again", hint: "save the records to a file",
        command: .diff)
    }
    if shrinks, format != .text {
      throw UsageError(
        "'--shrink' prints text", hint: "leave out '--format', or '--shrink'", command: .diff)
    }
    if let width, !DiagramCommand.widths.contains(width) {
      throw UsageError(
        "option '--width' is \(width)", hint: "expected columns from 40 to 400", command: .diff)
    }
    do throws(UsageError) {
      try playing.checkEnds()
    } catch {
      throw error.about(.diff)
    }
    try playing.checkBadRecords(of: .diff)
  }

  /// How events are matched.
  var matching: EventMatching {
    var matching = EventMatching(
      by: key.map { CEL($0.text) }, size: size.map { CEL($0.text) }, listed: listed)
    if let within { matching.within = within }
    return matching
  }
}

/// The format of a difference.
enum DifferenceFormat: String, CaseIterable {
  case text, json, markdown, html

  /// The format that the name of a file asks for; nil if it asks for none.
  init?(file: String?) {
    switch file?.split(separator: ".").last?.lowercased() {
    case "json": self = .json
    case "md", "markdown": self = .markdown
    case "html": self = .html
    default: return nil
    }
  }

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "for people: the numbers, the changes, a picture, and why"
    case .json: "one object, for programs"
    case .markdown: "the same for a comment of a review"
    case .html: "a page that plays both, for a browser"
    }
  }
}
