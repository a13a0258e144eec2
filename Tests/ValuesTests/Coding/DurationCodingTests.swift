import Testing
import Values

@Suite struct DurationCodingTests {
  /// The lower half of the attoseconds of ten seconds does not fit an int.
  @Test(arguments: [0, 1, 9, 10, 13, -1, 3_600, 1 << 40, -(1 << 40)])
  func `a duration survives`(seconds: Int64) throws {
    let duration = Duration.seconds(seconds) + .nanoseconds(1)
    let value = try ValueEncoder().encode(["wait": duration])
    #expect(try ValueDecoder().decode([String: Duration].self, from: value) == ["wait": duration])
  }

  @Test(arguments: [.null, "10s", [1], [0.5, 1]] as [Value])
  func `other values are not durations`(value: Value) {
    #expect(throws: DecodingError.self) {
      _ = try ValueDecoder().decode([Duration].self, from: [value])
    }
  }
}
