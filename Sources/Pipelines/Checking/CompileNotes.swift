/// What is noted while models are compiled, besides their plan; nil for what nobody asks for.
struct CompileNotes {
  /// The possible outcomes, for coverage.
  var coverage: CoverageRecorder?
  /// What traces record.
  var tracer: TraceBuilder?
  /// What is compiled, to be written in another form.
  var outline: OutlineBuilder?
  /// The types, for editors.
  var types: TypeRecorder?
}
