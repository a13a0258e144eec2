import Checking
import Records
import StreamModels

extension InputWindow {
  /// Returns the reason why an input has no end in the whole log, or no place in it; nil if it has
  /// both.
  func mistake(in input: InputPlan) -> InputError? {
    guard let ends else { return nil }
    let name = "the input '\(input.source.name)'"
    if input.time == nil {
      return InputError(
        .unreadable, "\(name) has records without times, so it cannot be played in parts by key")
    }
    if origin == nil || ends[input.source.name] == nil {
      return InputError(
        .unreadable,
        "\(name) is played as one part of several, but the times of the whole are missing")
    }
    return nil
  }
}
