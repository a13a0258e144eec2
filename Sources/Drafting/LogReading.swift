import Marbles
import Pipelines
import Values

/// A way to read a log. The log is played to see whether it fits.
struct LogReading {
  let path: String
  let name: String
  /// The form of the records, as JSON; nil if it follows from the name of the file.
  var format: String?
  var time = LogTime()
  let limit: Int

  /// Returns the records with their times, up to the limit.
  func timeline() throws(Diagnostics) -> Timeline<Value> {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var members = time.declarations + [("input", NewDocument.quoted(name))]
    if let format { members.append(("records", format)) }
    members += time.members
    members.append(("operators", "[ { \"prefix\": { \"count\": \(limit) } } ]"))
    let file = NewDocument.quoted("./" + path[slash...])
    members.append(
      ("tests", "[ { \"inputs\": { \(NewDocument.quoted(name)): \(file) }, \"expect\": [] } ]"))
    let document = NewDocument(path: path[..<slash] + "new.json", members: members)
    return try document.actual() ?? Timeline()
  }
}
