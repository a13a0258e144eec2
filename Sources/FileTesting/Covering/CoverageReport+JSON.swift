import Pipelines
import Values

extension CoverageReport {
  /// One object with the counts and the points of each file.
  package var json: String {
    let files = files.map { file in
      Value.object(
        Object([
          Member(key: "file", value: .string(Text(file.path))),
          Member(key: "covered", value: .int(Int64(file.coveredCount))),
          Member(key: "points", value: .array(file.points.map(\.json))),
        ]))
    }
    let report = Value.object(
      Object([
        Member(key: "covered", value: .int(Int64(coveredCount))),
        Member(key: "points", value: .int(Int64(pointCount))),
        Member(key: "files", value: .array(files)),
      ]))
    return String(decoding: JSONWriter.text(of: report), as: UTF8.self) + "\n"
  }
}

extension CoveragePoint {
  fileprivate var json: Value {
    var members = [
      Member(key: "line", value: .int(Int64(location.line))),
      Member(key: "column", value: .int(Int64(location.column))),
      Member(key: "kind", value: .string(Text(word))),
    ]
    if let subject { members.append(Member(key: "name", value: .string(Text(subject)))) }
    if let detail { members.append(Member(key: "what", value: .string(Text(detail)))) }
    members.append(Member(key: "count", value: .int(Int64(count))))
    if count == 0 {
      members.append(Member(key: "message", value: .string(Text(sentence))))
      members.append(Member(key: "implied", value: .bool(isImplied)))
    }
    return .object(Object(members))
  }
}
