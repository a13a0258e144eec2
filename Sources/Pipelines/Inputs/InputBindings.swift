package import Platform
package import Reactive
public import Values

/// The origin of an input's records.
public struct InputBinding {
  /// Makes the reader for one playback of an input, whose stream file may state a format.
  let open: (ReadingStop?, RecordFormat?) throws(InputError) -> any RecordReader

  /// Binds an input to a reader that is made for each playback. The reader stops when the stop in
  /// its argument is used.
  public init(open: @escaping (ReadingStop?) throws(InputError) -> any RecordReader) {
    self.open = { (stop, _) throws(InputError) in try open(stop) }
  }

  /// Binds an input to a reader of a format.
  init(
    reading open: @escaping (ReadingStop?, RecordFormat?) throws(InputError) -> any RecordReader
  ) {
    self.open = open
  }

  /// The given values, in order.
  public static func values(_ values: [Value]) -> InputBinding {
    InputBinding { (_) throws(InputError) in ListRecords(values) }
  }

  /// The records of a text, as if it were a file. Without a format it has the one that the input
  /// states, or lines of JSON.
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
  /// A file, or the files of a folder in the order of their names. Without a format they have the
  /// one that the input states, or the one of the extension of each name.
  public static func file(
    _ path: String, format: RecordFormat? = nil, bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    file(path, format: format, bigNumbers: bigNumbers, besides: [])
  }

  /// A file, or the files of a folder except those that are `written` while it is read.
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

  /// Files that an input names in `path`, one after the other, except those that are `written`
  /// while they are read and that only a pattern leads to.
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
        read.map { FolderRecords.File(path: $0.path, name: $0.name, isRegular: true) },
        format: format ?? records, bigNumbers, stop: stop)
    })
  }

  /// A file that is read on while it grows, also when it is cut off, or another one takes its place.
  /// It ends only with the playback, or by a ``ReadingStop``. Anything but a regular file is read as
  /// by `file`.
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

  /// Returns the files that a folder is read from; nil if the path is not a folder.
  package static func files(inFolder path: String) throws(FileError) -> [String]? {
    try FolderRecords.files(in: path)
  }

  /// A regular file, read whole. Devices and pipes are refused, because a stranger's stream file
  /// may name anything.
  static func regularFile(_ path: String, name: String) -> InputBinding {
    InputBinding(reading: { (_, records) throws(InputError) in
      do throws(FileError) {
        let bytes = BytesInMemory(Array(try SourceText(contentsOfRegularFile: path).bytes))
        return TextRecords(bytes, format: records ?? RecordFormat(fileName: path), name: name)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
    })
  }

  /// The bytes of a descriptor, such as standard input. The descriptor stays open. Without a format
  /// they have the one that the input states, or lines of JSON.
  public static func descriptor(
    _ descriptor: Int32, name: String, format: RecordFormat? = nil,
    bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding(reading: { (stop, records) throws(InputError) in
      do throws(FileError) {
        let bytes = try FileBytes(descriptor: descriptor, isOwner: false, stop: stop)
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
  /// The treatment of malformed records.
  public var badRecords: BadRecordPolicy
  /// The number of malformed records in an input from which on the stream fails; nil for no limit.
  public var badRecordLimit: BadRecordLimit?
  /// The part of the inputs that is played.
  public var window = InputWindow()
  /// The way in which live inputs catch up with the present; nil for a playback that does not follow
  /// the calendar.
  public var catchingUp: CatchingUp?
  /// The stop that ends all inputs at once.
  public var stop: ReadingStop?
  /// The folders from which inputs without a binding may read the files that they name in `path`.
  /// Nil, the default, allows none, because a stranger's stream file may name any file.
  public var pathAccess: PathAccess?

  /// Creates bindings from the names of inputs.
  public init(
    _ bindings: [String: InputBinding] = [:], badRecords: BadRecordPolicy = .fail,
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

  /// The last binding of a name that is written twice wins.
  public init(dictionaryLiteral elements: (String, InputBinding)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension InputBindings {
  /// Returns the same bindings for a playback to an instant, until which schedules go on; the end of
  /// time is none.
  package func lasting(until end: Instant) -> InputBindings {
    var bindings = self
    bindings.window.until = end == .endOfTime ? nil : end
    return bindings
  }
}

/// The reason that an input cannot be played.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Sendable, Hashable {
    /// Nothing is bound to the name.
    case unbound
    /// The input's binding cannot be read.
    case unreadable
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
  static func unbound(_ name: String, isNamed: Bool = false) -> InputError {
    let path = isNamed ? ", and its 'path' is not read here" : ""
    return InputError(.unbound, "the input '\(name)' is bound to nothing\(path)")
  }
}

/// Records in memory.
final class ListRecords: RecordReader {
  private let values: [Value]
  private var position = 0
  var onNews: (() -> Void)?

  init(_ values: [Value]) {
    self.values = values
  }

  var place: RecordPlace { RecordPlace(source: "", line: position) }
  var text: [UInt8] { position > 0 ? JSONWriter.text(of: values[position - 1]) : [] }

  func next() -> RecordReading {
    guard position < values.count else { return .end }
    position += 1
    return .record(values[position - 1])
  }

  func cancel() {}
}
