import Testing

/// Returns the text that a process wrote before a failed precondition ended it.
func text(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
