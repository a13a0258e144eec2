/// The parsed command line of an example program.
struct TerminalOptions {
  var recordPath: String?
  var replayPath: String?
  /// The action of a session after which to show the state.
  var step: Int?
  var asksForHelp = false
  /// The program's own options, with their words.
  var own: [String: String] = [:]

  /// An error in a command line.
  struct Mistake: Error {
    let text: String
  }

  /// Parses the arguments. `known` are the program's own options, each followed by one word.
  init(_ arguments: [String], known: [String]) throws(Mistake) {
    var rest = arguments[...]
    func word(behind option: String) throws(Mistake) -> String {
      guard let word = rest.popFirst() else {
        throw Mistake(text: "'\(option)' must be followed by a word")
      }
      return word
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": asksForHelp = true
      case "--record": recordPath = try word(behind: argument)
      case "--replay": replayPath = try word(behind: argument)
      case "--step":
        let text = try word(behind: argument)
        guard let number = Int(text), number >= 0 else {
          throw Mistake(text: "'--step' takes the number of an action, and not '\(text)'")
        }
        step = number
      case _ where known.contains(argument): own[argument] = try word(behind: argument)
      default: throw Mistake(text: "unknown argument '\(argument)'")
      }
    }
    if step != nil, replayPath == nil {
      throw Mistake(text: "'--step' is for a session that is replayed by '--replay'")
    }
    if recordPath != nil, replayPath != nil {
      throw Mistake(text: "'--record' and '--replay' exclude one another")
    }
  }
}
