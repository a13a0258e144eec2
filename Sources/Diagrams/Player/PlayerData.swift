import Marbles
import Reactive
import Tracing
import Values

/// A trace and the files that belong to it, as JSON for the script of the player.
///
/// An event is an array, so that many events take little room. A value is a string that contains
/// its JSON, because the numbers of a script have fewer digits than those of a trace.
struct PlayerData {
  var runs: RunRows
  var files: [PlayerPage.File]
  var dates: ChartDates?

  private var trace: Trace { runs.trace }

  /// The JSON, with each `<` escaped so that it cannot end the script early.
  var text: String {
    get throws {
      var parts = Parts(base: base, trace)
      try parts.write(runs, files, zone: zone)
      return Self.withoutMarkup(parts.json.buffer.bytes)
    }
  }

  /// The instant from which the script counts nanoseconds. It is 0 unless the script would then
  /// have too few digits for them.
  private var base: Int64 {
    let instants =
      trace.events.lazy.map(\.instant.nanoseconds) + trace.ends.lazy.map(\.instant.nanoseconds)
    guard let first = instants.min(), let last = instants.max() else { return 0 }
    return max(first.magnitude, last.magnitude) < Parts.exactLimit ? 0 : first
  }

  /// The zone of times that are dates, in nanoseconds east of Greenwich.
  private var zone: Int64? {
    dates?.offset(trace.events.first?.instant.nanoseconds ?? 0)
  }

  /// Returns JSON in which `<` and the separators of lines and paragraphs are escaped. JSON has
  /// none of them outside strings.
  private static func withoutMarkup(_ json: [UInt8]) -> String {
    var safe: [UInt8] = []
    safe.reserveCapacity(json.count + json.count / 16)
    var position = 0
    while position < json.count {
      let byte = json[position]
      if byte == UInt8(ascii: "<") {
        safe += #"\u003c"#.utf8
      } else if byte == 0xE2, position + 2 < json.count, json[position + 1] == 0x80,
        json[position + 2] & 0xFE == 0xA8
      {
        safe += (json[position + 2] == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8
        position += 2
      } else {
        safe.append(byte)
      }
      position += 1
    }
    return String(decoding: safe, as: UTF8.self)
  }
}

extension PlayerData {
  /// The JSON while it is written, and the texts that many ends share.
  private struct Parts: ~Copyable {
    /// Doubles, which are the numbers of scripts, represent all integers below this.
    static let exactLimit: UInt64 = 1 << 53

    var json = JSONWriter(capacity: 1 << 16)
    private var value = JSONWriter()
    private var texts: [String] = []
    private var textIndices: [String: Int] = [:]
    private let base: Int64
    /// The common part of each stage's values, which their labels leave out.
    private let commons: [CommonPart]

    init(base: Int64, _ trace: Trace) {
      self.base = base
      var events: [[Int]] = trace.stages.map { _ in [] }
      for (number, event) in trace.events.enumerated() where events.indices.contains(event.stage) {
        events[event.stage].append(number)
      }
      commons = events.map { CommonPart(of: $0, in: trace) }
    }

    mutating func write(_ runs: RunRows, _ files: [PlayerPage.File], zone: Int64?) throws {
      let trace = runs.trace
      json.buffer.append(#"{"base":""# as StaticString)
      json.buffer.appendDecimal(base)
      json.buffer.append(#"","zone":"# as StaticString)
      json.write(zone.map { .string(Text("\($0)")) } ?? .null)
      json.buffer.append(#","stages":"# as StaticString)
      json.write(try ValueEncoder().encode(trace.stages))
      json.buffer.append(#","begins":["# as StaticString)
      for (index, begin) in runs.begins.enumerated() {
        if index > 0 { json.buffer.append("," as StaticString) }
        if let begin { write(begin) } else { json.write(.null) }
      }
      json.buffer.append(#"],"stops":["# as StaticString)
      for (index, stop) in runs.stops.enumerated() {
        if index > 0 { json.buffer.append("," as StaticString) }
        if let stop { write(stop) } else { json.write(.null) }
      }
      json.buffer.append(#"],"commons":"# as StaticString)
      json.write(.array(commons.map { .string(Text($0.description)) }))
      json.buffer.append(#","files":["# as StaticString)
      for (index, file) in files.enumerated() {
        json.buffer.append(index == 0 ? #"{"name":"# : #",{"name":"# as StaticString)
        json.buffer.appendJSON(Text(file.name))
        json.buffer.append(#","text":"# as StaticString)
        json.buffer.appendJSON(Text(file.text))
        json.buffer.append("}" as StaticString)
      }
      json.buffer.append("],\n\"events\":[" as StaticString)
      for (index, event) in trace.events.enumerated() {
        json.buffer.append(index == 0 ? "\n" : ",\n" as StaticString)
        write(event)
      }
      json.buffer.append("],\n\"ends\":[" as StaticString)
      for (index, end) in trace.ends.enumerated() {
        json.buffer.append(index == 0 ? "\n" : ",\n" as StaticString)
        write(end)
      }
      json.buffer.append("],\n\"texts\":[" as StaticString)
      for (index, text) in texts.enumerated() {
        if index > 0 { json.buffer.append("," as StaticString) }
        json.buffer.appendJSON(Text(text))
      }
      json.buffer.append("]}" as StaticString)
    }

    /// `[stage, run, time, kind, text, causes, record, label]`, with 0 for no record. The label of
    /// a value is left out where it equals the text.
    private mutating func write(_ event: Trace.Event) {
      json.buffer.append("[" as StaticString)
      write(event.stage)
      write(event.run)
      write(event.instant)
      json.buffer.append("," as StaticString)
      switch event.kind {
      case .value(let content):
        json.buffer.append("0," as StaticString)
        value.buffer.truncate()
        value.write(content)
        json.buffer.appendJSON(Text(validUTF8: value.buffer.bytes))
      case .finished: json.buffer.append(#"1,"""# as StaticString)
      case .failure(let message):
        json.buffer.append("2," as StaticString)
        json.buffer.appendJSON(Text(message))
      }
      json.buffer.append(",[" as StaticString)
      for (index, cause) in event.causes.enumerated() {
        if index > 0 { json.buffer.append("," as StaticString) }
        json.buffer.appendDecimal(Int64(cause))
      }
      json.buffer.append("]" as StaticString)
      if let record = event.record { write(record) }
      if case .value(let content) = event.kind, commons.indices.contains(event.stage),
        !commons[event.stage].isEmpty
      {
        json.buffer.append((event.record == nil ? ",0," : ",") as StaticString)
        json.buffer.appendJSON(Text(commons[event.stage].label(of: content)))
      }
      json.buffer.append("]" as StaticString)
    }

    private mutating func write(_ record: Trace.Record) {
      json.buffer.append(",[" as StaticString)
      json.buffer.appendJSON(Text(record.input))
      json.buffer.append("," as StaticString)
      json.buffer.appendJSON(Text(record.source))
      json.buffer.append("," as StaticString)
      json.buffer.appendDecimal(Int64(record.line))
      json.buffer.append("]" as StaticString)
    }

    /// `[event, stage, run, time, reason, by, text]`, with -1 where no event ended it
    private mutating func write(_ end: Trace.End) {
      json.buffer.append("[" as StaticString)
      write(end.event)
      write(end.stage)
      write(end.run)
      write(end.instant)
      json.buffer.append("," as StaticString)
      write(index(of: end.reason.rawValue))
      write(end.by ?? -1)
      json.buffer.appendDecimal(Int64(index(of: end.text)))
      json.buffer.append("]" as StaticString)
    }

    private mutating func write(_ number: Int) {
      json.buffer.appendDecimal(Int64(number))
      json.buffer.append("," as StaticString)
    }

    /// Writes the nanoseconds since the base, as a string if there are too many for a number.
    private mutating func write(_ instant: Instant) {
      let offset = Int128(instant.nanoseconds) - Int128(base)
      if offset.magnitude < Self.exactLimit {
        json.buffer.appendDecimal(Int64(offset))
      } else {
        json.buffer.appendJSON(Text("\(offset)"))
      }
    }

    private mutating func index(of text: String) -> Int {
      if let index = textIndices[text] { return index }
      textIndices[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }
}
