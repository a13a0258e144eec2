/// A command of the debugger.
enum DebugWord: String, CaseIterable {
  case step
  case back
  case go = "continue"
  case goto
  case `break`
  case clear
  case watch
  case unwatch
  case buffers
  case timers
  case why
  case whyNot = "why-not"
  case stages
  case help
  case quit

  /// The operands, for the list of commands.
  var operands: String {
    switch self {
    case .step, .back: "[N]"
    case .goto: "TIME"
    case .break: "[STAGE] [when EXPRESSION]"
    case .watch, .unwatch: "STAGE"
    case .why, .whyNot: "[EVENT]"
    case .go, .clear, .buffers, .timers, .stages, .help, .quit: ""
    }
  }

  var summary: String {
    switch self {
    case .step: "continue to the next event, or by N events; an empty line does the same"
    case .back: "go back one event, or N events"
    case .go: "continue to the next break, or to the end"
    case .goto: "go forward or back to this time, before its first event"
    case .break: "stop after events of a stage, or for which an expression over $0 is true"
    case .clear: "remove all breaks"
    case .watch: "show the events of these stages only; of all, if none is watched"
    case .unwatch: "stop watching a stage"
    case .buffers: "show the events that stages hold"
    case .timers: "show what stages wait for"
    case .why: "show what led to an event: the last one, or the one with this number"
    case .whyNot: "show what has happened to an event so far"
    case .stages: "list the stages"
    case .help: "list the commands"
    case .quit: "end"
    }
  }

  /// Returns the command that is named by a word or its beginning; nil if none or several match.
  init?(named word: String) {
    if let exact = DebugWord(rawValue: word) {
      self = exact
      return
    }
    // 's' is 'step', as in other debuggers; 'b' is 'back', and 'c' is 'continue'.
    let short: [String: DebugWord] = ["s": .step, "b": .back, "c": .go, "w": .why, "q": .quit]
    let found = DebugWord.allCases.filter { $0.rawValue.hasPrefix(word) }
    guard let command = short[word] ?? (found.count == 1 ? found[0] : nil) else { return nil }
    self = command
  }
}
