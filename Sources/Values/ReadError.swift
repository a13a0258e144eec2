/// The error that ends the reading of a document: a syntax mistake, or a limit of the reader.
///
/// It is one word wide, so that a call that may throw it needs no room for it on the stack, because
/// readers recurse hundreds of levels deep.
public struct ReadError: Error, Sendable, Hashable {
  private indirect enum Contents: Sendable, Hashable {
    case mistake(message: String, hint: String?, offset: Int, isLimit: Bool)
  }

  private let contents: Contents

  /// Creates an error at an offset.
  public init(_ message: String, hint: String? = nil, offset: Int, isLimit: Bool = false) {
    contents = .mistake(message: message, hint: hint, offset: offset, isLimit: isLimit)
  }

  /// The message: what was found, and then what was expected. It is in lower case, without a full
  /// stop.
  public var message: String {
    switch contents {
    case .mistake(let message, _, _, _): message
    }
  }

  /// A way to fix the mistake, if there is one: "remove the comma".
  public var hint: String? {
    switch contents {
    case .mistake(_, let hint, _, _): hint
    }
  }

  /// The byte offset of the mistake, or -1 if there is no text.
  public var offset: Int {
    switch contents {
    case .mistake(_, _, let offset, _): offset
    }
  }

  /// Whether the document may be correct and only exceeds a limit.
  public var isLimit: Bool {
    switch contents {
    case .mistake(_, _, _, let isLimit): isLimit
    }
  }
}

/// A remark about a document that does not prevent it from being read.
public struct ReadNote: Sendable, Hashable {
  /// The kind of a remark.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A key that its object already has. The first one counts.
    case duplicateKey
    /// An integer beyond 64 bits, which is read as a double.
    case integerBeyond64Bits
  }

  /// The severity of a remark.
  public enum Severity: String, Sendable, Hashable {
    /// Not a mistake, but probably not what the author intended.
    case warning
    /// A mistake.
    case error
  }

  /// The kind of the remark.
  public var kind: Kind
  /// The message: what was found, and then what was expected. It is in lower case, without a full
  /// stop.
  public var message: String
  /// The byte offset of the second key, or of the number.
  public var offset: Int

  /// The severity of the remark.
  public var severity: Severity {
    switch kind {
    case .duplicateKey: .error
    case .integerBeyond64Bits: .warning
    }
  }
}
