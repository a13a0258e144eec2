import Testing

@testable import Values

/// Reading into the place of a value, and fast paths for similar texts.
@Suite struct ReadingAgainTests {
  /// Reads the texts one after another into the same place. Returns each value as a copy, if
  /// `isKept`, and its address.
  private func read(
    _ texts: [String], isKept: Bool
  ) throws -> (values: [Value], addresses: [UnsafePointer<Object.Slot>?]) {
    let bytes = Array(texts.joined(separator: "\0").utf8)
    var (kept, addresses): ([Value], [UnsafePointer<Object.Slot>?]) = ([], [])
    try JSONReader.reading(padded: bytes + Array(repeating: 0, count: 8), count: bytes.count) {
      reader in
      var (value, start) = (Value.null, 0)
      for text in texts {
        reader.start(at: start)
        try reader.readValue(into: &value)
        start += text.utf8.count + 1
        if isKept { kept.append(value) }
        if case .object(let object) = value {
          addresses.append(object.slots.withUnsafeBufferPointer { $0.baseAddress })
        }
      }
    }
    return (kept, addresses)
  }

  @Test func `an unused object is reused in place`() throws {
    let texts = [#"{"a":1,"b":"x"}"#, #"{"a":2,"b":"y"}"#, #"{"b":3,"a":[1]}"#, #"{"b":4,"a":{}}"#]
    let addresses = try read(texts, isKept: false).addresses
    #expect(Set(addresses).count == 1 && addresses.count == 4)
  }

  @Test func `an object that is in use does not change`() throws {
    let texts = (0..<3000).map { #"{"a":\#($0),"b":"text \#($0)"}"# }
    let (values, addresses) = try read(texts, isKept: true)
    #expect(values.map(\.description) == texts)
    #expect(Set(addresses).count == texts.count)
  }

  @Test func `a value of any kind can replace any other`() throws {
    let texts = [
      "1", #"{"a":1}"#, "{}", #"{"a":2}"#, "[1]", #"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#, "null",
      #"{"a":1,"b":2}"#, #"{"c":1,"d":2}"#, #"{"a":1,"b":2,"c":3}"#, #""x""#, #"{"a":true}"#,
    ]
    #expect(try read(texts, isKept: true).values.map(\.description) == texts)
    let many = (0..<300).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(
      try read(["{\(many)}", "{\(many)}"], isKept: true).values.map(\.description)
        == ["{\(many)}", "{\(many)}"])
  }

  @Test func `a mistake in an object that was correct before is found`() {
    let mistakes = [
      #"{"a":1"b":2}"#, #"{"a":1,"b":2"#, #"{"a":1,,"b":2}"#, #"{"a":1,"b"2}"#, #"{"a":1,"b":}"#,
      #"{"a":1,"b":2,}"#, #"{,"a":1,"b":2}"#, #"{"a":1,"b":2]"#, #"{"a":1,"b":02}"#, #"{"a"1}"#,
      #"{"a":1 "b":2}"#, #"{"a":-,"b":2}"#, #"{"a":1a,"b":2}"#, #"{"a":"#, #"{"a":1,"#,
    ]
    for mistake in mistakes {
      #expect(throws: ReadError.self, "\(mistake)") {
        try read([#"{"a":1,"b":2}"#, mistake], isKept: false)
      }
    }
  }

  @Test func `whitespace is allowed anywhere`() throws {
    let spaced = "\t{ \"a\" : 1 ,\n \"b\" :2, \"c\": { \"d\" : 3 } }\r"
    let values = try read([#"{"a":1,"b":2,"c":{"d":3}}"#, spaced, spaced], isKept: true).values
    #expect(Set(values).count == 1)
    #expect(values[1].description == #"{"a":1,"b":2,"c":{"d":3}}"#)
  }

  @Test func `integers of any length are read, whatever follows them`() throws {
    for length in 1...19 {
      for digits in [
        String(repeating: "9", count: min(length, 18)),
        "1" + String(repeating: "0", count: length - 1),
        String("1234567890123456789".prefix(length)),
      ] {
        for text in [digits, "-\(digits)"] {
          let number = try #require(Int64(text))
          for (before, behind) in [
            ("", ""), ("[", "]"), ("[", ",1]"), ("{\"a\":", "}"), ("[", " ]"),
          ] {
            let (value, _) = try JSONReader.value(
              of: SourceText(name: "", bytes: Array("\(before)\(text)\(behind)".utf8)))
            let first: Value? =
              switch value {
              case .array(let elements): elements.first
              case .object(let object): object["a"]
              default: value
              }
            #expect(first == .int(number))
          }
        }
        for mistake in ["0\(digits)", "\(digits)x", "-", "\(digits).", "\(digits)e", "--\(digits)"]
        {
          #expect(throws: ReadError.self) {
            try JSONReader.value(of: SourceText(name: "", bytes: Array(mistake.utf8)))
          }
        }
        #expect(
          try JSONReader.value(of: SourceText(name: "", bytes: Array("\(digits)e0".utf8))).value
            .kind
            == .double)
      }
    }
  }

  @Test func `equal short strings are shared, and different ones differ`() throws {
    let words = (0..<17).flatMap { length in
      ["a", "b", "é", "\\n"].map { String(repeating: "x", count: length) + $0 }
    }
    let text = (words + words.reversed() + words).map { "\"\($0)\"" }.joined(separator: ",")
    let (value, _) = try JSONReader.value(of: SourceText(name: "", bytes: Array("[\(text)]".utf8)))
    #expect(value.description == "[\(text)]")
  }
}
