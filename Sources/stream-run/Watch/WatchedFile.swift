import Console
import Diagrams
import FileTesting
import Marbles
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// A stream file that is played at each change.
struct WatchedFile {
  /// The number of events after which a playback is stopped, so that an endless file is shown soon.
  private static let eventLimit = 1_000_000

  /// A playback, in the form in which it is shown.
  struct Picture {
    let text: String
    let timeline: Timeline<Value>
    let times: EventTimes
  }

  let file: String
  private let settings: WatchSettings
  /// The files that the playback depends on, and folders that are inputs.
  private(set) var paths: Set<String>
  /// The last playback without a mistake; nil before the first.
  private(set) var picture: Picture?
  /// The playback before that one.
  private(set) var previous: Picture?
  /// Whether the picture shows the latest playback, which means that the file has no mistakes.
  private(set) var isCurrent = false
  /// The mistakes and other messages of the latest playback.
  private(set) var messages: [String] = []
  /// The results of the latest tests; nil if the file is played.
  private(set) var results: FileResult?
  /// The results of the previous tests.
  private(set) var previousResults: FileResult?

  init(_ file: String, _ settings: WatchSettings) {
    self.file = file
    self.settings = settings
    paths = NamedPaths(of: file, settings.playing.inputs).all
  }

  /// Plays the file as it is now, or its tests.
  mutating func play() {
    // A file that now names other files depends on them, even if it has a mistake.
    paths = NamedPaths(of: file, settings.playing.inputs).all
    if settings.tests { playTests() } else { playStream() }
  }

  private mutating func playTests() {
    var testSettings = TestSettings()
    testSettings.filter = settings.filter
    let player = FilePlayer(
      file: FolderWalk.File(path: file), isNamed: true, settings: testSettings,
      width: min(FileDescriptor.standardOutput.columns ?? 80, 100))
    let (result, messages) = HeldMessages.during { player.play() }
    let known = Set(paths.map { FilePath($0).canonical })
    paths.formUnion(result.dataFiles.filter { !known.contains($0) })
    self.messages = messages + result.warnings.items.map(\.description)
    (previousResults, results) = (results, result)
  }

  private mutating func playStream() {
    let (settings, file) = (settings, file)
    let ((picture, paths), messages) = HeldMessages.during { Self.play(file, settings) }
    self.messages = messages
    // One name for each file: the name as it is written, where that is known.
    let known = Set(self.paths.map { FilePath($0).canonical })
    self.paths.formUnion(paths.filter { !known.contains(FilePath($0).canonical) })
    isCurrent = picture != nil
    guard let picture else { return }
    (previous, self.picture) = (self.picture, picture)
  }

  /// Returns the picture of a playback, and the files that it read. There is no picture if the file
  /// cannot be played, which has then been reported.
  private static func play(_ file: String, _ settings: WatchSettings) -> (Picture?, Set<String>) {
    var settings = settings
    // Nothing after the end of the picture is played.
    if settings.playing.until == nil { settings.playing.until = settings.drawing.to }
    let playing = settings.playing
    var traced = TracedFile(
      file: file, traced: TracedSettings(playing: playing), command: .watch)
    traced.mostEvents = eventLimit
    var paths: Set<String> = []
    traced.check = { (program) throws(UsageError) in
      paths = Self.paths(of: program, playing)
      try settings.drawing.checkStages(of: program)
      _ = try settings.drawing.options(for: program, playing)
    }
    guard let played = traced.play().played else { return (nil, paths) }
    do throws(UsageError) {
      return (try picture(of: played, settings), paths)
    } catch {
      complain(error.report)
      return (nil, paths)
    }
  }

  private static func paths(of program: Program, _ playing: PlayingSettings) -> Set<String> {
    let bound = Set(playing.inputs.map(\.name))
    // Mistakes in the paths have already been reported.
    let inputs = try? program.inputFiles(playing.pathAccess, besides: bound)
    return Set(program.namedFiles).union(inputs?.values.joined().map(\.path) ?? [])
  }

  private static func picture(
    of played: TracedFile.Played, _ settings: WatchSettings
  ) throws(UsageError) -> Picture {
    let outputs = played.trace.stages.filter { $0.role == .output && $0.name.isEmpty }.map(\.number)
    let events = played.trace.events.filter { outputs.contains($0.stage) }
    let timeline = Timeline(events.map { Timeline.Event(instant: $0.instant, kind: $0.kind) })
    let text: String
    switch settings.format ?? .diagram {
    case .diagram:
      var options = try settings.drawing.options(for: played.program, settings.playing)
      options.dates = played.times.dates
      text = settings.drawing.text(
        of: played.trace, options, isASCII: settings.isASCII, settings.playing.color)
    case .text: text = lines(of: timeline, played.times, settings)
    case .marbles: text = marbles(of: timeline)
    }
    return Picture(text: text, timeline: timeline, times: played.times)
  }

  private static func lines(
    of timeline: Timeline<Value>, _ times: EventTimes, _ settings: WatchSettings
  ) -> String {
    let style = LineStyle(
      format: .text, colors: settings.playing.color.style(for: .standardOutput), times: times)
    var writer = JSONWriter(capacity: 4096)
    for event in timeline.events { style.write(event, to: &writer) }
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  private static func marbles(of timeline: Timeline<Value>) -> String {
    do throws(MarbleTextError) {
      let marbles = try MarbleText(timeline) { $0.defaultSymbol }
      guard !marbles.speaksForItself else { return marbles.text + "\n" }
      var writer = JSONWriter(capacity: 4096)
      marbles.writeExpectation(to: &writer)
      return marbles.text + "\n" + String(decoding: writer.buffer.bytes, as: UTF8.self)
    } catch {
      complain("stream-run: \(error); stop earlier with '--until' or '--limit'".onOneLine)
      return ""
    }
  }
}
