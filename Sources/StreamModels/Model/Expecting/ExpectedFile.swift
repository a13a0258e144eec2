import Platform
package import Records
package import Values

/// A file with the expected events of a playback, one event per line, as printed with `--format
/// json`.
package struct ExpectedFile {
  /// The name in the document.
  package let name: String
  /// The path relative to the current folder.
  package let path: String

  package init(_ name: String, besides file: String?) {
    self.name = name
    path = FilePath(name, besides: file).normalized
  }

  /// Reads the events. A mistake in the file is located there; if the file cannot be read, that is
  /// a mistake in the document that names it.
  package func events() throws(Diagnostics) -> StatedEvents {
    let source: SourceText
    do throws(FileError) {
      source = try SourceText(contentsOfRegularFile: path)
    } catch {
      let hint = isMissing ? "'stream-run test --accept' writes it" : nil
      throw Diagnostics([
        Diagnostic(
          .unreadableFile, "cannot read '\(name.abbreviated)': \(error.reason)", hint: hint,
          at: ["path"])
      ])
    }
    return try Self.events(in: source)
  }

  /// Whether nothing exists at the path, not even a link.
  package var isMissing: Bool { FileTarget.isMissing(path) }

  /// Returns whether it may be written on behalf of a document: with all links resolved, it must be
  /// in the folder of the document or below, or below an allowed folder.
  package func isWritable(_ access: PathAccess, from document: String) -> Bool {
    // Without a folder, nothing can be created; the error about that is clearer.
    FileTarget.isMissing(Self.folder(of: path))
      || access.allowsWriting(path, below: Self.folder(of: document))
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func events(in source: SourceText) throws(Diagnostics) -> StatedEvents {
    let (events, offsets, mistakes) = JSONReader.handingOver(source) { reader in
      var rule = ModelParser(reader: reader, source: source, operators: NoOperators.self)
      return rule.readEventLines(in: source)
    }
    guard !mistakes.hasErrors else { throw mistakes }
    let lines = EventLines(source: source, offsets: offsets)
    do throws(Diagnostics) {
      var stated = try StatedTimeline.checked(events)
      stated.lines = lines
      return stated
    } catch {
      var located = error
      located.updateEach { $1.location = lines.location(of: $1.path) }
      throw located
    }
  }
}

/// The offsets of events in a separate file.
package struct EventLines {
  package let source: SourceText
  /// The beginning of each event.
  package let offsets: [Int]

  /// Returns the location of an event, or of a part of it.
  package func location(of path: DocumentPath) -> SourceLocation? {
    guard case .index(let index)? = path.components.first, offsets.indices.contains(index) else {
      return nil
    }
    let rest = DocumentPath(Array(path.components.dropFirst()))
    let offset = source.offsets(of: [rest], below: offsets[index])[0] ?? offsets[index]
    return SourceLocation(offset: offset, in: source)
  }
}

extension ModelParser where Reader == JSONReader {
  /// Reads consecutive events, and returns them with the offset of each.
  fileprivate mutating func readEventLines(
    in source: SourceText
  ) -> (events: [StatedEvent], offsets: [Int], Diagnostics) {
    var events: [StatedEvent] = []
    var offsets: [Int] = []
    do throws(ReadError) {
      if source.hasByteOrderMark { reader.start(at: 3) }
      if !reader.ends(at: source.count), try reader.peek() == .array {
        report(
          .wrongType, "found an array, expected one event on each line",
          hint: "write the output of '--format json'")
        return ([], [], finish())
      }
      while !reader.ends(at: source.count), !diagnostics.isFull {
        _ = try reader.peek()
        path = [.index(offsets.count)]
        offsets.append(reader.offset)
        if let event = try readEvent() { events.append(event) }
        if !reader.notes.isEmpty { takeNotes() }
        reader.start(at: reader.offset)
      }
      return (events, offsets, finish())
    } catch {
      return ([], [], finish(after: error))
    }
  }
}

extension SourceText {
  /// Whether the text begins with U+FEFF, which some editors write.
  fileprivate var hasByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }
}
