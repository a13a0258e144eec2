import Diagrams
import Pipelines
import Platform
import Values

/// Draws the stages of a file and the streams between them, without playing it.
struct GraphCommand {
  let file: String
  let settings: Settings

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    let files = settings.fileUse(playing: file, for: .graph)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do throws(Diagnostics) {
      let program = try Program(
        source, stream: settings.stream, taps: [], inputs: [],
        settings: settings.parameterSettings,
        isTraced: true)
      var files = files
      files.readsFiles(named: program.namedFiles)
      if let refusal = files.refusal() { return refusal }
      if !program.warnings.isEmpty {
        complain(program.warnings, style: settings.color.style(for: .standardError))
      }
      return settings.writeResult(text(of: program))
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      return .invalidFile
    }
  }

  private func text(of program: Program) -> String {
    let graph = PipelineGraph(
      stages: program.tracedStages ?? [], types: program.tracedTypes ?? [])
    switch settings.graphFormat ?? GraphFormat(file: settings.output) ?? .mermaid {
    case .svg:
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return graph.svg(title: file == "-" ? "standard input" : name)
    case .dot: return graph.dot
    case .mermaid: return graph.mermaid
    }
  }
}

/// The format of a graph.
enum GraphFormat: String, CaseIterable {
  case svg, dot, mermaid

  /// The format that the name of a file requests; nil if it requests none.
  init?(file: String?) {
    switch file?.split(separator: ".").last?.lowercased() {
    case "svg": self = .svg
    case "dot", "gv": self = .dot
    case "mmd", "mermaid": self = .mermaid
    default: return nil
    }
  }

  /// A description for the help page.
  var summary: String {
    switch self {
    case .svg: "a picture; chosen by an output whose name ends with .svg"
    case .dot: "for Graphviz; chosen by an output whose name ends with .dot or .gv"
    case .mermaid: "for Markdown pages; the default"
    }
  }
}
