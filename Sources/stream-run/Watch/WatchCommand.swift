import Console
import Pipelines
import Platform

/// Plays files again each time that they change, or the files that they name, or their inputs.
/// Shows the differences.
struct WatchCommand: PathsCommand {
  typealias Settings = WatchSettings

  let paths: [String]
  let settings: WatchSettings

  func run() -> ExitCode {
    Interruption.watch()
    let screen = WatchScreen(settings)
    var watch = FileWatch()
    var watched = paths.map { WatchedFile($0, settings) }
    var changed: Set<String>?
    while true {
      // A file that changes while it is played for the first time is played again.
      watch.watch(Set(watched.flatMap(\.paths)))
      let due = watched.indices.filter { index in
        changed.map { !watched[index].paths.isDisjoint(with: $0) } ?? true
      }
      for index in due {
        watched[index].play()
        if let code = Interruption.rest() { return code }
      }
      let code = screen.show(watched, changed: due, because: changed)
      guard code == .done, screen.isOpen else { return code }
      watch.watch(Set(watched.flatMap(\.paths)))
      guard let next = watch.wait(whileReadable: .standardOutput) else { return .done }
      changed = next
    }
  }
}
