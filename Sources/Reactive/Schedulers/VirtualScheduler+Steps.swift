extension VirtualScheduler {
  /// How many of its steps the last run did not take.
  package var unusedSteps: Int { unsafe stepsLeft }
}
