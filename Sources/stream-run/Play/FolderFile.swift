import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Values

/// An output of a document during a run.
final class FolderOutput {
  let plan: OutputPlan
  var naming: OutputNaming
  /// The file, if it is the same for all values.
  var fixed: FolderFile?

  /// The numbers of values written, and of files.
  var valueCount = 0
  var fileCount = 0

  init(_ plan: OutputPlan) {
    self.plan = plan
    naming = OutputNaming(plan.path)
  }
}

/// A file of an output, with the data that still has to be written to it.
final class FolderFile {
  /// The number of bytes that are written together.
  private static let blockSize = 16 * 1024

  let file: TreeFile
  unowned let output: FolderOutput
  private var pending: [UInt8] = []
  private var rows: TableRows
  /// Whether it may have a descriptor, or bytes that are not written yet.
  var isActive = false
  /// The time of its last use, counted in uses.
  var lastUse = 0

  init(_ file: TreeFile, at path: String, of output: FolderOutput) {
    self.path = path
    self.file = file
    self.output = output
    rows = TableRows(separator: UInt8(ascii: output.plan.records == .tsv ? "\t" : ","))
  }

  /// The path below the folder, as the output names it.
  let path: String

  /// The rows so far, if it is a table.
  var table: SavedTable? {
    get {
      switch output.plan.records {
      case .csv, .tsv: rows.state
      case .ndjson, .text: nil
      }
    }
    set { if let newValue { rows.state = newValue } }
  }

  var isFull: Bool { pending.count >= Self.blockSize }

  /// Adds a value. Returns the reason if it cannot be written.
  func write(_ value: Value, at instant: Instant, with writer: inout JSONWriter) -> String? {
    defer { writer.buffer.truncate() }
    switch output.plan.records {
    case .ndjson, .text:
      writer.write(value, isRaw: output.plan.records == .text)
      writer.buffer.append("\n" as StaticString)
    case .csv, .tsv:
      guard rows.write(value, at: instant, to: &writer, after: file.edges) else {
        return rows.trouble
      }
    }
    unsafe writer.buffer.withUnsafeBytes { unsafe pending.append(contentsOf: $0) }
    return nil
  }

  /// Writes the data that was added.
  func flush() throws(OutputError) {
    guard !pending.isEmpty else { return }
    do throws(FolderTree.Failure) {
      try file.write(pending)
    } catch {
      throw OutputError(error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the data that was added, and closes the file until the next write.
  func close() throws(OutputError) {
    isActive = false
    defer { file.close() }
    try flush()
    pending = []
  }
}

extension OutputError {
  init(_ failure: FolderTree.Failure) {
    switch failure {
    case .system(let path, let error): self.init(path: path, reason: error.reason)
    case .link(let path):
      self.init(
        path: path, reason: "it is a link, and links below the folder for outputs are not followed",
        hint: "remove the link, or name the folder that it leads to")
    case .shared(let path):
      self.init(
        path: path, reason: "the file has a second name, and would change under both",
        hint: "remove it first")
    case .busy(let path): self.init(path: path, reason: "another run is writing it")
    case .obstructed(let path): self.init(path: path, reason: "it is not a regular file")
    case .shortened(let path, let length):
      self.init(
        path: path, reason: "it had \(length) bytes when the run was saved, and has fewer now",
        hint: "restore it, or begin without '--resume'")
    }
  }
}
