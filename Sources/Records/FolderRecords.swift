import Platform
import Reactive
import Values

/// The records of several files, one file after another. Each file is opened when its turn comes.
final class FolderRecords: BatchReader {
  /// A file, with its name for people.
  struct File {
    let path: String
    let name: String
    /// Whether the file must be a regular one.
    var isRegular = false
    /// Whether another process is writing it.
    var isGrowing = false
  }

  private let files: [File]
  private let format: RecordFormat?
  private let bigNumbers: BigNumbers?
  private let stop: ReadingStop?
  private var index = 0
  private var file: TextRecords?
  /// The fields of a record that are decoded; nil for all of them.
  private var fields: Set<Text>?
  /// The plan for threads that decode the files ahead; nil if they may not.
  private var plan: ReadingAhead.Plan?
  /// The number of bytes in the files before the current one.
  private var bytesBefore = 0
  /// The position after the last file, once it has been read.
  private var lastPosition: ReadingPosition? = ReadingPosition()
  var onNews: (() -> Void)?

  convenience init(
    _ paths: [String], format: RecordFormat?, _ bigNumbers: BigNumbers?, stop: ReadingStop?
  ) {
    self.init(
      paths.map { File(path: $0, name: $0) }, format: format, bigNumbers, stop: stop)
  }

  init(_ files: [File], format: RecordFormat?, _ bigNumbers: BigNumbers?, stop: ReadingStop?) {
    self.files = files
    self.format = format
    self.bigNumbers = bigNumbers
    self.stop = stop
  }

  var place: RecordPlace { file?.place ?? RecordPlace(source: "", line: 0) }
  var text: [UInt8] { file?.text ?? [] }

  var _heldByteCount: Int { file?._heldByteCount ?? 0 }
  var byteCount: Int { bytesBefore + (file?.byteCount ?? 0) }

  func cancel() {
    file?.cancel()
  }

  func begin(on scheduler: any Scheduler) {
    plan = ReadingAhead.plan(on: scheduler)
    file?.readAhead(plan)
  }

  func next() -> RecordReading {
    while true {
      if let file {
        let reading = file.next()
        guard case .end = reading else { return reading }
        lastPosition = file.position(after: 0)
        file.cancel()
        bytesBefore += file.byteCount
        self.file = nil
      }
      guard index < files.count, stop?.isStopped != true else { return .end }
      let next = files[index]
      index += 1
      do throws(FileError) {
        try open(next)
        file?.readAhead(plan)
      } catch {
        return .failed("\(error)")
      }
    }
  }

  private func open(_ next: File) throws(FileError) {
    file = TextRecords(
      try FileBytes(
        path: next.path, name: next.name, isRegular: next.isRegular, isGrowing: next.isGrowing,
        stop: stop),
      format: format, bigNumbers, name: next.name)
    if let fields { file?.readOnly(fields) }
  }

  func decodedRecords() -> RecordBatch? { file?.decodedRecords() }

  func readOnly(_ fields: Set<Text>) {
    self.fields = fields
    file?.readOnly(fields)
  }

  func wholeRecord(at index: Int) -> Value { file?.wholeRecord(at: index) ?? .null }

  /// Returns the regular files of a folder in the byte order of their names, or nil if the path is
  /// not a folder. Files whose names begin with a dot are skipped. `written` files are also
  /// skipped, because a run does not read its own output.
  static func files(
    in folder: String, besides written: Set<FileIdentity> = []
  ) throws(FileError) -> [String]? {
    let contents: FolderContents
    do throws(SystemError) {
      guard try FileStatus(ofPath: folder).kind == .folder else { return nil }
      contents = try FolderContents(of: folder)
    } catch {
      throw FileError(file: folder, error)
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    let names = contents.entries
      .filter { $0.kind == .file && $0.isNamedInUTF8 && !$0.name.hasPrefix(".") }
      .map { Text($0.name) }
    return names.sorted().map { base + $0.string }.filter { path in
      written.isEmpty || FileIdentity(path: path).map { !written.contains($0) } ?? true
    }
  }
}

extension FolderRecords: PositionedReader {
  func position(after more: Int) -> ReadingPosition? {
    file.map { $0.position(after: more) } ?? lastPosition
  }

  func move(to position: ReadingPosition) throws(InputError) -> String? {
    guard let mark = position.file else { return nil }
    guard let place = files.firstIndex(where: { $0.name == mark.path }) else {
      throw InputError(.changed, "'\(mark.path)', which was being read, is gone")
    }
    index = place + 1
    do throws(FileError) {
      try open(files[place])
    } catch {
      throw InputError(.unreadable, "\(error)")
    }
    return try file?.move(to: position) ?? nil
  }
}
