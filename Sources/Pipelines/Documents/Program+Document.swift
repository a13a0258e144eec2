import Checking
import Playing
public import StreamModels
public import Values

extension Program {
  /// Reads and checks the text of a stream file, and the files that it names.
  ///
  /// All mistakes are reported at once: those of the structure, and those of names and expressions
  /// in the parts that could be read. A JSON syntax error is the only mistake reported for its
  /// file.
  ///
  /// - Parameters:
  ///   - stream: The definition to play instead of the document itself.
  ///   - taps: The names of definitions to observe in addition.
  ///   - inputs: Names of inputs. One that includes its file, such as `./cpu.json#metrics`, is
  ///     bound separately from other inputs of the same name.
  ///   - parameters: The values of parameters of the definition to play, and of the document.
  ///   - isTraced: Whether playbacks can be traced, which makes them slower.
  public init(
    _ source: SourceText, stream: String? = nil, taps: [String] = [], inputs: [String] = [],
    with parameters: KeyValuePairs<String, Value> = [:], isTraced: Bool = false
  ) throws(Diagnostics) {
    var settings = ParameterSettings(parameters)
    settings.stream = stream
    self = try Program(
      source, stream: stream, taps: taps, inputs: inputs, settings: settings,
      isTraced: isTraced)
  }

  /// Reads and checks the text of a stream file, with values for its parameters.
  ///
  /// - Parameters:
  ///   - texts: The texts of the files that it names.
  ///   - playsOutputs: Whether the outputs of the document are also played.
  package init(
    _ source: SourceText, texts: DocumentTexts = .files, stream: String?, taps: [String] = [],
    inputs: [String] = [], settings: ParameterSettings, playsOutputs: Bool = false,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    let (model, diagnostics) = StreamModel<Value>.read(source)
    guard let model else { throw diagnostics }
    self = try Program(
      model, DocumentList(source, diagnostics, texts: texts, operators: Operator.registry),
      stream: stream, taps: taps,
      replacements: Replacements(bindingApart: inputs, besides: source.name), settings: settings,
      playsOutputs: playsOutputs, isTraced: isTraced)
  }

  /// Checks a model that was read from a source, with other streams in place of its inputs and
  /// definitions.
  package init(
    _ model: StreamModel<Value>, from source: SourceText?, _ diagnostics: Diagnostics,
    texts: DocumentTexts = .files, stream: String?, taps: [String] = [],
    replacements: Replacements, settings: ParameterSettings, recorder: CoverageRecorder? = nil,
    isTraced: Bool = false
  ) throws(Diagnostics) {
    self = try Program(
      model, DocumentList(source, diagnostics, texts: texts, operators: Operator.registry),
      stream: stream, taps: taps,
      replacements: replacements, settings: settings, recorder: recorder, isTraced: isTraced)
  }

  /// Checks a model. Files that it names are looked up in the current directory.
  ///
  /// - Parameters:
  ///   - parameters: The values of the model's parameters.
  ///   - isTraced: Whether playbacks can be traced, which makes them slower.
  public init<Element>(
    _ model: StreamModel<Element>, with parameters: KeyValuePairs<String, Value> = [:],
    isTraced: Bool = false
  ) throws(Diagnostics) {
    var diagnostics = model.findUnwritableValues()
    let values = model.encodingValues(collecting: &diagnostics)
    self = try Program(
      values, DocumentList(nil, diagnostics, operators: Operator.registry), stream: nil,
      settings: ParameterSettings(parameters),
      isTraced: isTraced)
  }
}
