import Console
import Diagrams
import Pipelines
import Platform
import Values

/// Draws the stages of a file and the streams between them, without playing it.
struct GraphCommand: FileCommand {
  struct Settings: CommandSettings {
    /// The definition to draw; nil for the file's own stream.
    var stream: String?
    /// The values of the file's parameters.
    var parameters: [NamedText] = []
    /// The format; nil if it follows from the name of the output.
    var format: GraphFormat?
    /// The output file; nil for standard output.
    var output: String?
    var color = ColorChoice.auto
    var maximumMemory: Int?

    static let options: [Option<Self>] = [
      Option(
        "format", "f", of: .oneOf(GraphFormat.self, noun: "format"),
        "how to draw; by default in the format of the output's file name, or as mermaid"
      ) { $0.format = $1 },
      .stream { $0.stream = $1 }, .set { $0.parameters.append($1) }, .color { $0.color = $1 },
      .maximumMemory { $0.maximumMemory = $1 }, .picture { $0.output = $1 },
    ]
  }

  let file: String
  let settings: Settings

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    var files = FileUse(of: .graph)
    files.prints(to: settings.output)
    files.readsStream(file)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do throws(Diagnostics) {
      let program = try Program(
        source, stream: settings.stream, taps: [], inputs: [],
        settings: ParameterSettings(settings.parameters, of: settings.stream), isTraced: true)
      files.readsFiles(named: program.namedFiles)
      if let refusal = files.refusal() { return refusal }
      if !program.warnings.isEmpty {
        complain(program.warnings, style: settings.color.style(for: .standardError))
      }
      return writeResult(text(of: program), to: settings.output)
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      return .invalidFile
    }
  }

  private func text(of program: Program) -> String {
    let graph = PipelineGraph(
      stages: program.tracedStages ?? [], types: program.tracedTypes ?? [])
    switch settings.format ?? GraphFormat(file: settings.output) ?? .mermaid {
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
