import TestSupport
import Testing
import Values

@Suite struct DecimalNumberTests {
  static let scalings: [(String, Int, Int64?)] = [
    ("1", 9, 1_000_000_000), ("0.1", 9, 100_000_000), ("1.1", 9, 1_100_000_000), ("0", 9, 0),
    ("-0", 9, 0), ("-1.5", 0, -2), ("1.5", 0, 2), ("2.5", 0, 3), ("-2.5", 0, -3), ("0.5", 0, 1),
    ("0.49999999999999999999999999999", 0, 0), ("0.50000000000000000000000000001", 0, 1),
    ("0.0000000005", 9, 1), ("0.00000000049999999999999999999999", 9, 0), ("1e-9", 9, 1),
    ("4e-10", 9, 0), ("1e400", 9, nil), ("1e-400", 9, 0), ("0e400", 9, 0),
    ("9223372036854775807", 0, .max), ("9223372036854775808", 0, nil),
    ("-9223372036854775808", 0, .min), ("-9223372036854775809", 0, nil),
    ("9223372036.854775807", 9, .max), ("9223372036.8547758074", 9, .max),
    ("9223372036.8547758075", 9, nil), ("-9223372036.8547758084", 9, .min),
    ("-9223372036.8547758085", 9, nil), ("1234567890123456789.4", 0, 1_234_567_890_123_456_789),
    ("1234567890123456789.5", 0, 1_234_567_890_123_456_790),
    ("2345678901234567890.49999", 0, 2_345_678_901_234_567_890),
    ("1234567890123456789012345678901234567890", 0, nil),
    ("1234567890123456789012345678901234567890e-30", 0, 1_234_567_890),
    ("1234567890123456789012345678901234567890e-21", 0, 1_234_567_890_123_456_789),
    ("1234567890123456789500000000000000000000e-21", 0, 1_234_567_890_123_456_790),
    ("0.\(String(repeating: "0", count: 500))1e501", 0, 1),
    ("1\(String(repeating: "0", count: 500))e-500", 0, 1), ("1e999999999999999999999999", 0, nil),
    ("1e-999999999999999999999999", 0, 0), ("9.999999999999999999e-1", 0, 1), ("5e18", 1, nil),
  ]

  @Test(arguments: scalings)
  func `a number is scaled exactly and rounded once`(text: String, power: Int, expected: Int64?) {
    #expect(DecimalNumber(text)?.scaled(byPowerOfTen: power) == expected)
  }

  @Test func `three times a tenth is three tenths`() {
    let tenth = DecimalNumber("0.1")?.nanoseconds ?? 0
    #expect(tenth * 3 == DecimalNumber("0.3")?.nanoseconds)
  }

  @Test(arguments: [("1", 1), ("-0", 0), ("1.0", nil), ("1e2", nil), ("9223372036854775808", nil)])
  func `only a number that is written as an integer is one`(text: String, expected: Int64?) {
    #expect(DecimalNumber(text)?.int == expected)
  }

  @Test(arguments: ["", "-", "1.", ".5", "01", "1 ", " 1", "+1", "1x", "x", "1e", "NaN", "1,5"])
  func `text that is not a JSON number is not read`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `a double represents its shortest decimal form`() {
    #expect(DecimalNumber(0.1)?.nanoseconds == 100_000_000)
    #expect(DecimalNumber(1.1)?.nanoseconds == 1_100_000_000)
    #expect(DecimalNumber(1e-300)?.nanoseconds == 0)
    #expect(DecimalNumber(-1e300)?.nanoseconds == nil)
    #expect(DecimalNumber(.infinity) == nil)
  }

  @Test func `a double is the same number as its text, whatever its number of places`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var doubles: [Double] = [
      0, -0.0, 1, -1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi,
      0x1p52, 0x1p53,
      1e15, 1e16, 1e-5, 1e-9, 4503599627370.4955, 450359962737049.6, 0.1 + 0.2, 1e22, 123e-7,
    ]
    for _ in 0..<5_000 {
      let integer = Double(random.int() >> Int64(random.below(64)))
      let power = [1.0, 10, 1e2, 1e3, 1e4, 1e6, 1e9, 1e12][random.below(8)]
      doubles += [integer / power, (integer / power).nextUp, (integer / power).nextDown]
      doubles.append(Double(bitPattern: UInt64(bitPattern: random.int())))
    }
    for double in doubles where double.isFinite {
      #expect(
        DecimalNumber(double) == DecimalNumber(double.description), "\(double), seed \(seed)")
    }
  }

  @Test func `any number of nanoseconds is read back from its seconds`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<5000 {
      let nanoseconds = random.int()
      var buffer = ByteBuffer()
      buffer.appendSeconds(nanoseconds: nanoseconds)
      let text = String(decoding: buffer.bytes, as: UTF8.self)
      #expect(DecimalNumber(text)?.nanoseconds == nanoseconds, "\(text), seed \(seed)")
    }
  }

  @Test(arguments: [
    (0, "0"), (1_000_000_000, "1"), (2_500_000_000, "2.5"), (1, "0.000000001"),
    (-1_500_000_000, "-1.5"), (-1, "-0.000000001"), (100, "0.0000001"),
    (Int64.max, "9223372036.854775807"), (Int64.min, "-9223372036.854775808"),
  ])
  func `nanoseconds are written as seconds in the shortest form`(nanoseconds: Int64, text: String) {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: nanoseconds)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == text)
  }
}
