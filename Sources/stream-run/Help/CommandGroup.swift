/// A group of commands on the first page of the help.
enum CommandGroup: String, CaseIterable {
  case run, write
  case lookInside = "look inside"
  case tune
  case lookUp = "look up"
  case integrate

  var commands: [Subcommand] {
    Subcommand.allCases.filter { $0.group == self }
  }
}
