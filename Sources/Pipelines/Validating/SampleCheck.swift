import Checking
import Expressions
import Playing
import Records
import StreamModels
import Values

/// Warnings that follow from the first records of an input.
struct SampleCheck {
  private let sample: RecordSample
  private let input: InputPlan
  /// The times of the records, up to the first record without a time.
  let times: [Int64]
  /// The reason why a record has no time; nil if all have one, or if none need one.
  private let mistake: (record: Int, failure: StreamFailure)?

  init(_ sample: RecordSample, of input: InputPlan) {
    self.sample = sample
    self.input = input
    var times: [Int64] = []
    var mistake: (Int, StreamFailure)?
    if var reader = input.time.map({ RecordTime($0, in: input.source.unit) }) {
      for (index, record) in sample.records.enumerated() {
        do throws(StreamFailure) {
          times.append(try reader.nanoseconds(of: record))
        } catch {
          mistake = (index, error)
          break
        }
      }
    }
    (self.times, self.mistake) = (times, mistake)
  }

  private var name: String { input.source.name.abbreviated }

  /// Returns warnings, with the numbers of their documents.
  ///
  /// - Parameter fields: The fields of the records that expressions need.
  func warnings(needing fields: [DataUses.Field]) -> [Diagnostic] {
    [malformed, timeless].compactMap(\.self) + missing(fields)
  }

  private var malformed: Diagnostic? {
    guard let malformed = sample.malformed, input.source.malformed?.kind ?? .fail == .fail
    else { return nil }
    let count = malformed.count == sample.readCount ? "" : "\(malformed.count) of "
    return warning(
      "\(count)\(sample.phrase) of '\(name)' \(sample.readCount == 1 ? "is" : "are") bad: "
        + malformed.first,
      hint: #"set 'records' to their format, or write "malformed": "skip" beside the input"#,
      at: input.place(of: "input"))
  }

  private var timeless: Diagnostic? {
    guard let (record, failure) = mistake else { return nil }
    return warning(
      "a record of '\(name)' has no time: \(failure.cause?.reason ?? failure.message) "
        + "(\(sample.places[record]))",
      hint: failure.cause?.hint, at: input.place(of: "time"))
  }

  /// Returns a warning for each field that no record has.
  private func missing(_ fields: [DataUses.Field]) -> [Diagnostic] {
    guard !fields.isEmpty, !sample.records.isEmpty else { return [] }
    let present = RecordField.fields(of: sample.records).map(\.name)
    let known = Set(present)
    return fields.filter { !known.contains($0.name) }.map { field in
      var warning = warning(
        "\(sample.phrase) of '\(name)' \(sample.readCount == 1 ? "does" : "do") not have "
          + "'\(field.name.abbreviated)'",
        hint: present.isEmpty
          ? "they are not objects"
          : Suggestion.hint(for: field.name, among: present)
            ?? Suggestion.list(of: Array(present.prefix(10))),
        at: field.place.path)
      warning.rangeInString = field.range
      warning.document = field.place.document
      return warning
    }
  }

  private func warning(_ message: String, hint: String?, at path: DocumentPath) -> Diagnostic {
    var warning = Diagnostic(.unlikeData, message, hint: hint, at: path, severity: .warning)
    warning.document = input.document
    return warning
  }
}

extension InputPlan {
  /// Returns the path of a key next to the input.
  func place(of key: Text) -> DocumentPath {
    DocumentPath(Array(pathPlace.components.dropLast())).appending(key)
  }
}
