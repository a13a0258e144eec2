package import Expressions
package import Platform
package import Reactive
public import Values

/// The origin of an input's records.
public struct InputBinding {
  /// Creates the reader for one playback of an input, whose stream file may state a format.
  package let open: (ReadingStop?, RecordFormat?) throws(InputError) -> any RecordReader

  /// Binds an input to a reader that is created for each playback. The reader must stop when the
  /// stop in its argument is used.
  public init(open: @escaping (ReadingStop?) throws(InputError) -> any RecordReader) {
    self.open = { (stop, _) throws(InputError) in try open(stop) }
  }

  /// Binds an input to a reader of a format.
  init(
    reading open: @escaping (ReadingStop?, RecordFormat?) throws(InputError) -> any RecordReader
  ) {
    self.open = open
  }

  /// Binds an input to the given values, in order.
  public static func values(_ values: [Value]) -> InputBinding {
    InputBinding { (_) throws(InputError) in ListRecords(values) }
  }

  /// Binds an input to the records of a string, as if it were a file. If no format is given, it has
  /// the format that the input states, or else is lines of JSON.
  public static func text(
    _ text: String, format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding(reading: { (_, records) throws(InputError) in
      TextRecords(
        BytesInMemory(Array(text.utf8)), format: format ?? records ?? .ndjson, bigNumbers, name: "")
    })
  }
}

extension InputBinding {
  /// Binds an input to a file, or to the files of a folder in the order of their names. If no
  /// format is given, they have the format that the input states, or else the format that each
  /// name's extension indicates.
  public static func file(
    _ path: String, format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    file(path, format: format, bigNumbers: bigNumbers, besides: [])
  }

  /// Binds an input to a file, or to the files of a folder except those that are `written`
  /// meanwhile.
  package static func file(
    _ path: String, format: RecordFormat?, bigNumbers: BigNumbers?,
    besides written: Set<FileIdentity>
  ) -> InputBinding {
    InputBinding(reading: { (stop, records) throws(InputError) in
      do throws(FileError) {
        if let files = try FolderRecords.files(in: path, besides: written) {
          return FolderRecords(files, format: format ?? records, bigNumbers, stop: stop)
        }
        let bytes = try FileBytes(path: path, stop: stop)
        return TextRecords(bytes, format: format ?? records, bigNumbers, name: path)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
    })
  }

  /// Binds an input to the files that it names in `path`, one after another. Files that are
  /// `written` meanwhile are excluded if only a pattern leads to them.
  package static func files(
    _ files: [InputFile], format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil,
    besides written: Set<FileIdentity> = []
  ) -> InputBinding {
    InputBinding(reading: { (stop, records) throws(InputError) in
      let read = files.filter { file in
        !file.isListed || written.isEmpty
          || FileIdentity(path: file.path).map { !written.contains($0) } ?? true
      }
      return FolderRecords(
        read.map {
          FolderRecords.File(
            path: $0.path, name: $0.name, isRegular: true, isGrowing: $0.isGrowing)
        },
        format: format ?? records, bigNumbers, stop: stop)
    })
  }

  /// Binds an input to a file that is read while it grows, even if it is truncated or replaced by
  /// another one. It ends only with the playback, or by a ``ReadingStop``. Anything other than a
  /// regular file is read as by `file`.
  public static func followedFile(
    _ path: String, format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding(reading: { (stop, records) throws(InputError) in
      let format = format ?? records
      let bytes: FollowedBytes?
      do throws(FileError) {
        bytes = try FollowedBytes(
          path: path, hasHeader: (format ?? RecordFormat(fileName: path)).hasHeader, stop: stop)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
      guard let bytes else {
        return try file(path, format: format, bigNumbers: bigNumbers).open(stop, records)
      }
      return TextRecords(bytes, format: format, bigNumbers, name: path)
    })
  }

  /// Returns the files of a folder that are read; nil if the path is not a folder.
  package static func files(inFolder path: String) throws(FileError) -> [String]? {
    try FolderRecords.files(in: path)
  }

  /// Binds an input to a regular file, which is read to its end. Devices and pipes are refused,
  /// because a stranger's stream file may name anything.
  package static func regularFile(_ path: String, name: String) -> InputBinding {
    InputBinding(reading: { (_, records) throws(InputError) in
      do throws(FileError) {
        let bytes = try FileBytes(path: path, isRegular: true, stop: nil)
        return TextRecords(bytes, format: records ?? RecordFormat(fileName: path), name: name)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
    })
  }

  /// Binds an input to the bytes of a descriptor, such as standard input. The descriptor stays
  /// open. If no format is given, they have the format that the input states, or else are lines of
  /// JSON.
  public static func descriptor(
    _ descriptor: Int32, name: String, format: RecordFormat? = nil,
    bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding(reading: { (stop, records) throws(InputError) in
      do throws(FileError) {
        let bytes = try FileBytes(
          descriptor: descriptor, isOwner: false, name: name, stop: stop)
        return TextRecords(
          bytes, format: format ?? records ?? .ndjson, bigNumbers, name: name)
      } catch {
        throw InputError(.unreadable, "cannot read '\(name)': \(error.reason)")
      }
    })
  }
}

/// The bindings of inputs to their origins: `["trades": .file("trades.csv")]`.
public struct InputBindings: ExpressibleByDictionaryLiteral {
  /// The binding of each input, by its name.
  public var bindings: [String: InputBinding]
  /// The treatment of bad records.
  public var badRecords: BadRecordPolicy?
  /// The number of bad records in an input at which the stream fails; nil for no limit.
  public var badRecordLimit: BadRecordLimit?
  /// The part of the inputs that is played.
  public var window = InputWindow()
  /// How live inputs catch up with the present; nil for a playback that does not follow the
  /// calendar.
  public var catchingUp: CatchingUp?
  /// The stop that ends all inputs at once.
  public var stop: ReadingStop?
  /// The positions at which the inputs continue; nil for a playback that begins.
  package var resumed: InputPositions?
  /// An expression whose values grow from record to record. A playback that continues skips records
  /// up to the greatest value that was read before.
  package var resumeAfter: CheckedExpression?
  /// Whether the records are the past of inputs, which do not end with them.
  package var isPast = false
  /// The folders from which inputs without a binding may read the files that they name in `path`.
  /// Nil, the default, allows none, because a stranger's stream file may name any file.
  public var pathAccess: PathAccess?

  /// Creates bindings from the names of inputs.
  public init(
    _ bindings: [String: InputBinding] = [:], badRecords: BadRecordPolicy? = nil,
    stop: ReadingStop? = nil
  ) {
    self.bindings = bindings
    self.badRecords = badRecords
    self.stop = stop
  }

  /// Creates no bindings.
  public init() {
    self.init([:])
  }

  /// Creates bindings from a dictionary. If a name occurs twice, its last binding wins.
  public init(dictionaryLiteral elements: (String, InputBinding)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension InputBindings {
  /// Returns the same bindings for a playback until an instant, to which schedules continue at
  /// least. The end of time means no such instant.
  package func lasting(until end: Instant) -> InputBindings {
    var bindings = self
    bindings.window.until = end == .endOfTime ? nil : end
    return bindings
  }
}

/// The reason why an input cannot be played.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Sendable, Hashable {
    /// Nothing is bound to the name.
    case unbound
    /// The input's binding cannot be read.
    case unreadable
    /// The records are not those that were read before a playback was saved.
    case changed
  }

  /// The kind of this error.
  public var kind: Kind
  /// The message for people.
  public var message: String

  /// Creates an error with a message.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }

  /// - Parameter isNamed: Whether the input names files, which are not read.
  package static func unbound(_ name: String, isNamed: Bool = false) -> InputError {
    let path = isNamed ? ", and its 'path' is not read here" : ""
    return InputError(.unbound, "the input '\(name)' is not bound to a file\(path)")
  }
}

/// Records in memory.
final class ListRecords: RecordReader {
  private let values: [Value]
  /// The number of records that have been taken.
  private(set) var takenCount = 0
  var onNews: (() -> Void)?

  init(_ values: [Value]) {
    self.values = values
  }

  var place: RecordPlace { RecordPlace(source: "", line: takenCount) }
  var text: [UInt8] { takenCount > 0 ? JSONWriter.text(of: values[takenCount - 1]) : [] }

  func next() -> RecordReading {
    guard takenCount < values.count else { return .end }
    takenCount += 1
    return .record(values[takenCount - 1])
  }

  func cancel() {}
}

extension ListRecords {
  /// Skips records. Returns false if there are fewer.
  func skip(_ count: Int) -> Bool {
    guard count <= values.count else { return false }
    takenCount = count
    return true
  }
}
