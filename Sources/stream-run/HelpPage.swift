/// What `--help` prints.
enum HelpPage {
  static let usage = "stream-run FILE [--format text|json]"

  static var text: String {
    """
    Plays a stream file on a virtual clock, and prints what comes when.

    usage: \(usage)

      FILE  a stream file, or '-' for standard input

    options:
    \(aligned(CommandOption.allCases.map { (spelling(of: $0), $0.summary) }))

    examples:
      stream-run Streams/serial-a.json
      stream-run Streams/serial-a.json --format json | head -1
      cat Streams/serial-a.json | stream-run -

    exit codes:
    \(aligned(ExitCode.allCases.map { ("\($0.rawValue)", $0.summary) }))

    """
  }

  private static func spelling(of option: CommandOption) -> String {
    let names = [option.short, option.name].compactMap { $0 }.joined(separator: ", ")
    return option.placeholder.map { "\(names) \($0)" } ?? names
  }

  private static func aligned(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
    }.joined(separator: "\n")
  }
}
