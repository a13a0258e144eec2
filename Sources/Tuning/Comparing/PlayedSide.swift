package import Checking
package import Pipelines
import Playing
package import Reactive
package import StreamModels
package import Values

extension Program {
  /// Reads and checks the text of a stream file. All of its outputs are played: also the streams that
  /// its operators and inputs feed, unless an output of the file has the same name.
  ///
  /// - Parameter texts: The texts of the files that it names.
  package init(
    observing source: SourceText, texts: DocumentTexts = .files, stream: String? = nil,
    inputs: [String] = [], settings: ParameterSettings = ParameterSettings([:]),
    isTraced: Bool = false
  ) throws(Diagnostics) {
    func reading(_ taps: [String]) throws(Diagnostics) -> Program {
      try Program(
        source, texts: texts, stream: stream, taps: taps, inputs: inputs, settings: settings,
        playsOutputs: true, isTraced: isTraced)
    }
    let program = try reading([])
    let outputs = Set(program.outputs.map(\.name))
    let fed = Set(program.plan.facts.sideOutputs.filter { $0.document == 0 }.map(\.name))
    let taps = fed.subtracting(outputs).sorted()
    self = taps.isEmpty ? program : try reading(taps)
  }

  /// The names of the streams that it observes in addition.
  var sideOutputs: [String] { taps.keys.sorted() }
}

/// A program that is compared with another one, and the inputs of its playback.
package struct PlayedSide {
  package let program: Program
  /// The inputs, which have been opened; nil for a program without inputs.
  package let inputs: InputSession?
  /// The instant at which a playback without inputs begins.
  package let start: Instant
  /// Receives the values that operators drop.
  package let dropped = DroppedValues()

  package init(_ program: Program, _ inputs: InputSession?, from start: Instant = .zero) {
    (self.program, self.inputs, self.start) = (program, inputs, start)
  }

  /// The names of its outputs: an empty one for the stream, those of side outputs, and those of the
  /// file's outputs.
  package var outputs: [String] {
    [""] + program.sideOutputs + program.outputs.map(\.name)
  }

  /// The number of records that were bad, or late and dropped.
  var lostRecordCount: Int {
    inputs?.reports.reduce(0) { sum, report in
      sum + report.badCount + (report.late == .drop ? report.lateCount : 0)
    } ?? 0
  }

  /// The number of records that have been read.
  var recordCount: Int { inputs?.reports.reduce(0) { $0 + $1.recordCount } ?? 0 }
}
