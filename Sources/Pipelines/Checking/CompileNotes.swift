/// The recorders of everything besides the plan while models compile; nil where nobody asks.
struct CompileNotes {
  /// Records the possible outcomes, for coverage.
  var coverage: CoverageRecorder?
  /// Records the stages, for traces.
  var tracer: TraceBuilder?
  /// Records the operators, to be written in another form.
  var outline: OutlineBuilder?
  /// Records the types, for editors.
  var types: TypeRecorder?
}
