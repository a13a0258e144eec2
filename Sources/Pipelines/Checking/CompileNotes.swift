/// The recorders that collect facts besides the plan while models compile; each is nil if it is not
/// needed.
struct CompileNotes {
  /// Records the possible outcomes, for coverage.
  var coverage: CoverageRecorder?
  /// Records the stages, for traces.
  var tracer: TraceBuilder?
  /// Records the operators, for writing them in another form.
  var outline: OutlineBuilder?
  /// Records the types, for editors.
  var types: TypeRecorder?
}
