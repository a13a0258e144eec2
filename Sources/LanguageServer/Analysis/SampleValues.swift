import FileTesting
import Marbles
import Pipelines
import Reactive
import Tracing
import Values

/// Values that pass through the stages of a document when it is played, for completing the names of
/// fields and for showing examples. Only the beginning is played, on a virtual clock.
struct SampleValues: Sendable {
  /// The limits of a playback, and the limit on the values that are stored for each stage.
  private static let limits = (events: 1_000, steps: 1_000, values: 24)
  /// The limit on the tests that are played.
  private static let testLimit = 4

  /// The values that each stage received, by the path of its object.
  private var received: [String: [Value]] = [:]
  /// The values that each stage emitted, by the path of its object.
  private var emitted: [String: [Value]] = [:]

  var isEmpty: Bool { received.isEmpty && emitted.isEmpty }

  /// The values that a source or an operator received, by its path.
  func received(at path: DocumentPath) -> [Value] { received[path.description] ?? [] }

  /// The values that a source or an operator emitted, by its path.
  func emitted(at path: DocumentPath) -> [Value] { emitted[path.description] ?? [] }

  /// Plays a document with the files that its inputs name, and with the inputs of its first tests.
  /// Operators with mistakes pass values on unchanged.
  init(of damaged: SourceText, naming texts: DocumentTexts) {
    let source = PlayableText(damaged, naming: texts).source
    do throws(Diagnostics) {
      let program = try Program(
        source, texts: texts, stream: nil, settings: ParameterSettings(), isTraced: true)
      // A playback that prints would write into the channel of the protocol.
      guard !program.writesLines else { return }
      add(Self.trace(of: program), of: source)
    } catch {
      // A document that cannot be played has no values.
    }
    let document = StreamDocument(source, naming: texts)
    for check in document.checks.prefix(Self.testLimit) {
      guard let trace = document.trace(check, steps: Self.limits.steps) else { continue }
      add(trace, of: source)
    }
  }

  private static func trace(of program: Program) -> Trace? {
    let playback = Playback(limit: limits.events)
    guard !program.inputs.used.isEmpty else { return program.trace(playback, steps: limits.steps) }
    var bindings = InputBindings()
    bindings.pathAccess = PathAccess()
    bindings.badRecords = .skip
    do throws(InputError) {
      let session = try InputSession(program, bindings)
      return program.trace(playback, inputs: session, steps: limits.steps)
    } catch {
      return nil
    }
  }

  private mutating func add(_ trace: Trace?, of source: SourceText) {
    guard let trace else { return }
    let consumers = trace.consumers
    for event in trace.events {
      guard case .value(let value) = event.kind else { continue }
      let stage = trace.stages[event.stage]
      if stage.place?.file == source.name { Self.append(value, to: &emitted[stage.object]) }
      for number in consumers[event.stage, default: []] {
        let consumer = trace.stages[number]
        guard consumer.place?.file == source.name else { continue }
        Self.append(value, to: &received[consumer.object])
      }
    }
  }

  private static func append(_ value: Value, to values: inout [Value]?) {
    guard values?.count ?? 0 < limits.values else { return }
    values = (values ?? []) + [value]
  }
}

extension Trace.Stage {
  /// The path of the object that contains the stage. It lacks the name of the operator, which may
  /// have been replaced.
  fileprivate var object: String {
    role == .operator ? String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) : path
  }
}

extension Trace {
  /// The stages that have each stage as their upstream.
  fileprivate var consumers: [Int: [Int]] {
    var consumers: [Int: [Int]] = [:]
    for stage in stages {
      if let upstream = stage.inputs.first { consumers[upstream, default: []].append(stage.number) }
    }
    return consumers
  }
}
