import Values

extension InputSource {
  /// The treatment of a record that is earlier than the previous one. Without it, such a record is
  /// a failure.
  public struct Lateness: Hashable, Sendable {
    /// The treatment of a record that is not reordered.
    public enum Treatment: Hashable, Sendable {
      /// The record is dropped and counted.
      case drop
      /// The record is emitted at once.
      case now
      /// The record is counted and sent at once to the hot stream with the given name, as an object
      /// `{ "value", "lateBy" }`. `lateBy` is in seconds.
      case output(String)
    }

    /// The time for which records are held back to reorder them; nil if they are not held back.
    public let reorder: Seconds?
    /// The treatment of a record that is too late to be reordered; nil means that it is a failure.
    public let treatment: Treatment?
    /// The members of the object whose keys begin with `$`.
    let annotations: [Member]
    /// The members of the output's object in `then` whose keys begin with `$`.
    let outputAnnotations: [Member]

    init(
      reorder: Seconds? = nil, _ treatment: Treatment?, annotations: [Member] = [],
      outputAnnotations: [Member] = []
    ) {
      self.reorder = reorder
      self.treatment = treatment
      self.annotations = annotations
      self.outputAnnotations = outputAnnotations
    }

    /// Drops and counts late records.
    public static let drop = Lateness(.drop)

    /// Emits late records at once.
    public static let now = Lateness(.now)

    /// Sends late records to the hot stream with a name, and counts them.
    public static func output(_ name: String) -> Lateness {
      Lateness(.output(name))
    }

    /// Holds records back for a duration, to put them in order. A record that is too late for that
    /// is treated as stated, or is a failure.
    public static func reorder(_ seconds: Seconds, then treatment: Treatment? = nil) -> Lateness {
      Lateness(reorder: seconds, treatment)
    }

    /// The name of the hot stream that receives late records; nil if none does.
    package var output: String? {
      if case .output(let name) = treatment { name } else { nil }
    }

    /// The lateness without spelling and annotations.
    package var meaning: Lateness {
      Lateness(reorder: reorder.map { Seconds(nanoseconds: $0.nanoseconds) }, treatment)
    }
  }
}

extension InputSource.Lateness {
  /// The lateness as it is written in a file.
  var encoded: Value {
    guard let reorder else {
      return treatment?.encoded(with: annotations) ?? .object(Object(annotations))
    }
    var members = annotations + [Member(key: "reorder", value: reorder.encoded)]
    if let treatment {
      members.append(Member(key: "then", value: treatment.encoded(with: outputAnnotations)))
    }
    return .object(Object(members))
  }
}

extension InputSource.Lateness.Treatment {
  /// The treatments that are written as words.
  static let words = ["drop", "now"]

  /// Creates a treatment from a word; nil for any other word.
  package init?(word: String) {
    switch word {
    case "drop": self = .drop
    case "now": self = .now
    default: return nil
    }
  }

  fileprivate func encoded(with annotations: [Member]) -> Value {
    switch self {
    case .drop: "drop"
    case .now: "now"
    case .output(let name):
      .object(Object(annotations + [Member(key: "output", value: .string(Text(name)))]))
    }
  }
}
