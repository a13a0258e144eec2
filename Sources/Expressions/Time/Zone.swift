import Synchronization
import Values

/// A zone: a fixed offset from UTC, or the rules of a named zone.
enum Zone: Sendable {
  case fixed(UTCOffset)
  case named(ZoneRules)

  /// Reads `UTC`, an offset, or a name that the system knows. Fails with the string and the reason.
  init(_ text: Text) throws(EvaluationFailure) {
    do throws(TimeTextError) {
      try self.init(reading: text)
    } catch {
      throw error.failure(of: text, as: "a time zone")
    }
  }

  /// Reads `UTC`, an offset, or a name that the system knows.
  init(reading text: Text) throws(TimeTextError) {
    if ZoneFiles.isName(text), text != "UTC" {
      self = .named(try ZoneFiles.rules(ofZone: text))
    } else {
      self = .fixed(try UTCOffset(reading: text))
    }
  }

  /// Returns the offset at an instant, in seconds since 1970.
  func offset(at seconds: Int) -> UTCOffset {
    switch self {
    case .fixed(let offset): offset
    case .named(let rules): UTCOffset(seconds: rules.offset(at: seconds))
    }
  }

  /// Returns the instant of a local time, both in seconds since 1970. If a time occurs twice, it is
  /// the earlier instant. If a time is left out, it is computed as if the clocks had not been
  /// changed yet.
  func seconds(ofLocal local: Int) -> Int {
    // No offset is as long as a day, and hardly any zone changes its offset twice within two days.
    let before = offset(at: local - 86_400).seconds
    let after = offset(at: local + 86_400).seconds
    for candidate in [before, after] where offset(at: local - candidate).seconds == candidate {
      return local - candidate
    }
    return local - before
  }
}

/// The system's zone files. Each is read once per process, when its name first occurs.
enum ZoneFiles {
  private static let folder = "/usr/share/zoneinfo/"
  private static let known = Mutex<[Text: ZoneRules]>([:])

  /// Returns whether a string can be the name of a zone: parts separated by slashes, each of which
  /// begins with a letter and consists of letters, digits, `_`, `+` and `-`.
  static func isName(_ text: Text) -> Bool {
    text.utf8.count <= 100
      && text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { part in
          guard let first = part.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
          return part.allSatisfy {
            (0x41...0x5A).contains($0 & 0xDF) || $0.isDigit || "_+-".utf8.contains($0)
          }
        }
  }

  static func rules(ofZone name: Text) throws(TimeTextError) -> ZoneRules {
    if let rules = known.withLock({ $0[name] }) { return rules }
    // A file that cannot be read is not a zone, whatever the reason. The message describes valid
    // zones.
    guard let file = try? SourceText(contentsOfRegularFile: folder + name.string),
      let rules = ZoneRules(file: Array(file.bytes))
    else {
      let hasFiles = (try? SourceText(contentsOfRegularFile: folder + "UTC")) != nil
      let message =
        hasFiles
        ? "this system has no time zone with this name, expected one such as 'Europe/Berlin', "
          + "'UTC' "
          + "or an offset such as '+01:30'"
        : "this system has no time zone files, expected 'UTC' or an offset such as '+01:30'"
      throw TimeTextError(message: message, range: 0..<name.codePointCount)
    }
    known.withLock { $0[name] = rules }
    return rules
  }
}
