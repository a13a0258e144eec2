package import Platform
public import Values

/// The origin of an input's records.
public struct InputBinding {
  /// Makes the reader for one playback.
  let open: (ReadingStop?) throws(InputError) -> any RecordReader

  /// Binds an input to a reader that is made for each playback. The reader stops when the stop in
  /// its argument is used.
  public init(open: @escaping (ReadingStop?) throws(InputError) -> any RecordReader) {
    self.open = open
  }

  /// The given values, in order.
  public static func values(_ values: [Value]) -> InputBinding {
    InputBinding { (_) throws(InputError) in ListRecords(values) }
  }

  /// The records of a text, as if it were a file.
  public static func text(
    _ text: String, format: RecordFormat = .ndjson, bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding { (_) throws(InputError) in
      TextRecords(BytesInMemory(Array(text.utf8)), format: format, bigNumbers, name: "")
    }
  }
}

extension InputBinding {
  /// A file, or the files of a folder in the order of their names. Without a format the extension
  /// of each name determines it.
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
    InputBinding { (stop) throws(InputError) in
      do throws(FileError) {
        if let files = try FolderRecords.files(in: path, besides: written) {
          return FolderRecords(files, format: format, bigNumbers, stop: stop)
        }
        let bytes = try FileBytes(path: path, stop: stop)
        return TextRecords(
          bytes, format: format, bigNumbers, name: path)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
    }
  }

  /// Returns the files that a folder is read from; nil if the path is not a folder.
  package static func files(inFolder path: String) throws(FileError) -> [String]? {
    try FolderRecords.files(in: path)
  }

  /// A regular file, read whole. Devices and pipes are refused, because a stranger's stream file
  /// may name anything.
  static func regularFile(_ path: String, name: String) -> InputBinding {
    InputBinding { (_) throws(InputError) in
      do throws(FileError) {
        let bytes = BytesInMemory(Array(try SourceText(contentsOfRegularFile: path).bytes))
        return TextRecords(bytes, format: RecordFormat(fileName: path), name: name)
      } catch {
        throw InputError(.unreadable, "\(error)")
      }
    }
  }

  /// The bytes of a descriptor, such as standard input. The descriptor stays open.
  public static func descriptor(
    _ descriptor: Int32, name: String, format: RecordFormat = .ndjson,
    bigNumbers: BigNumbers? = nil
  ) -> InputBinding {
    InputBinding { (stop) throws(InputError) in
      do throws(FileError) {
        let bytes = try FileBytes(descriptor: descriptor, isOwner: false, stop: stop)
        return TextRecords(bytes, format: format, bigNumbers, name: name)
      } catch {
        throw InputError(.unreadable, "cannot read '\(name)': \(error.reason)")
      }
    }
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
  /// The stop that ends all inputs at once.
  public var stop: ReadingStop?

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

  static func unbound(_ name: String) -> InputError {
    InputError(.unbound, "the input '\(name)' is bound to nothing")
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
