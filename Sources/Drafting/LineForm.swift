import Expressions

/// Guesses how the lines of a log are written, as patterns for `lines`.
struct LineForm {
  /// The form of the records, as JSON.
  let records: String

  /// Returns the possible forms of lines, the most probable first; none if the first line has no
  /// time.
  static func guesses(for lines: [String]) -> [LineForm] {
    let lines = lines.filter { !$0.isEmpty }
    let times = lines.map(TimeForm.first)
    guard let first = times.first, let first else {
      return numbered.map { LineForm(records: records($0, startsWith: nil)) }
    }
    let alike = times.compactMap { $0 }.filter { $0.form.isLike(first.form) }
    let isSame = alike.allSatisfy { $0.before == first.before }
    // A word such as 'Start-Date: ' names the time that begins a record.
    let isNamed = first.before.hasSuffix(": ") || first.before.hasSuffix("=")
    let hasPrefix = !first.before.isEmpty && (isSame || isNamed)
    let prefix = hasPrefix ? first.before.escaped : first.before.isEmpty ? "" : ".*?"
    let isWhole = alike.count == lines.count && (isSame || !isNamed)
    let rules =
      (first.form.dayWithoutYear != nil || first.form.hasLetterT ? known + [syslog] : known)
      + [
        prefix == ".*?"
          ? #"^(?P<before>.*?)[\[( ]*{time}[\]):,]*\s*(?P<message>.*)$"#
          : "^\(prefix){time}" + #"[\]):,]*\s*(?P<message>.*)$"#
      ]
    let time = "(?P<time>\(first.form.regex))"
    return rules.map { rule in
      LineForm(
        records: records(
          rule.replacing("{time}", with: time),
          startsWith: isWhole ? nil : "^\(prefix)\(first.form.regex)"))
    }
  }

  private static func records(_ pattern: String, startsWith: String?) -> String {
    guard let startsWith else { return "{ \"lines\": \(OperatorLine.quoted(pattern)) }" }
    return "{ \"lines\": { \"pattern\": \(OperatorLine.quoted("(?s)" + pattern)), "
      + "\"startsWith\": \(OperatorLine.quoted(startsWith)) } }"
  }

  /// The lines of programs that run on many machines, with a placeholder for the time.
  private static let known = [
    // Web servers: access and errors.
    #"^(?P<host>\S+) \S+ (?P<user>\S+) \[{time}\] "(?P<method>\S+) (?P<path>\S+)[^"]*" "#
      + #"(?P<status>\d{3}) (?P<bytes>\d+|-)(?: "(?P<referer>[^"]*)" "(?P<agent>[^"]*)")?.*$"#,
    #"^\[{time}\] \[(?:(?P<module>[^\]:]*):)?(?P<level>[a-z]+)\](?: \[pid (?P<pid>\d+)[^\]]*\])?"#
      + #"(?: \[client (?P<client>[^\]]+)\])? (?P<message>.*)$"#,
    #"^{time} \[(?P<level>[a-z]+)\] (?P<pid>\d+)#\d+: (?P<message>.*)$"#,
    // Loggers of Ruby, Java and Python, and databases.
    #"^[A-Z], \[{time} #(?P<pid>\d+)\] +(?P<level>[A-Z]+) -- (?P<program>[^:]*): (?P<message>.*)$"#,
    #"^{time},? +(?:\[?(?P<pid>\d+)\]? +)?(?:\[(?P<thread>[^\]]+)\] +)?\[?(?P<level>"#
      + #"(?i:trace|debug|info|notice|warn|warning|error|fatal|critical|log|severe|panic|statement|detail|hint|context))\]?[ :]+"#
      + #"(?P<message>.*)$"#,
    #"^{time} - (?P<program>\S+) - (?P<level>[A-Z]+) - (?P<message>.*)$"#,
    // The package manager of Debian.
    #"^{time} (?P<action>startup|status|install|upgrade|configure|trigproc|remove|purge|"#
      + #"conffile|disappear) (?P<message>.*)$"#,
  ]

  private static let syslog =
    #"^{time} (?P<host>\S+) (?P<program>[^\s:\[]+)(?:\[(?P<pid>\d+)\])?: ?(?P<message>.*)$"#

  /// Lines that begin with seconds, counted from 1970 or from the start of a machine.
  private static let numbered = [
    #"^(?P<time>\d{10}(?:\.\d+)?) +(?P<message>.*)$"#,
    #"^\[ *(?P<time>\d+\.\d+)\] (?P<message>.*)$"#,
  ]
}

extension TimeForm {
  fileprivate var hasLetterT: Bool { patterns[0].contains("'T'") }
}

extension String {
  /// The text as a regular expression that matches only this text.
  fileprivate var escaped: String {
    String(
      flatMap { character -> String in
        "\\^$.|?*+()[]{}".contains(character) ? "\\\(character)" : String(character)
      })
  }
}
