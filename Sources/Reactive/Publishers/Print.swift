import Platform

extension Publisher {
  /// Prints a line for each event, and passes everything on unchanged.
  ///
  ///     -1-2-3-|
  ///     print("numbers") { log.append($0) }
  ///     -1-2-3-|
  ///
  /// The lines are those of Combine: `receive subscription`, `receive value: (1)`,
  /// `receive finished`, `receive error: (…)`, `receive cancel`. If there is a prefix, each line
  /// begins with it, a colon and a space. The lines go to standard error unless a closure receives
  /// them; Combine writes them to standard output, where they mix with the output of the program. A
  /// subscription is not described, and there is no line for a request, because there is no demand.
  public func print(
    _ prefix: String = "", to destination: ((String) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    let write = destination ?? StandardError.writeLine
    let start = prefix.isEmpty ? "" : prefix + ": "
    return handleEvents(
      receiveSubscription: { _ in write(start + "receive subscription") },
      receiveOutput: { write(start + "receive value: (\($0))") },
      receiveCompletion: { completion in
        switch completion {
        case .finished: write(start + "receive finished")
        case .failure(let failure): write(start + "receive error: (\(failure))")
        }
      },
      receiveCancel: { write(start + "receive cancel") })
  }

  /// Like `print(_:to:)` with a closure, but each line goes to a stream, followed by a line break.
  public func print(
    _ prefix: String = "", to stream: any TextOutputStream
  ) -> Publishers.HandleEvents<Self> {
    var stream = stream
    return print(prefix) { stream.write($0 + "\n") }
  }
}
