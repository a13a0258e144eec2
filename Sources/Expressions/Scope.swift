public import Values

/// The variables that an expression may use, with their types as far as they are known.
///
/// A variable whose type is nil is not available. Using it is an error, and the message says where
/// it is available.
public struct Scope: Sendable, Hashable {
  /// `$0`, the value. In `scan` and `reduce`, it is the accumulated value.
  public var first: ValueType?
  /// `$1`, the second value of `scan`, `reduce` and `removeDuplicates`.
  public var second: ValueType?
  /// `$outer`, the value for which an inner stream is played.
  public var outer: ValueType?
  /// `$error`, the text of the failure that was caught.
  public var error: ValueType?
  /// `$key`, the key of a group.
  public var key: ValueType?
  /// `$match`, the results of the steps of a match so far.
  public var match: [Name]?
  /// `$time`, the virtual time in seconds.
  public var time: ValueType?
  /// Variables without a `$`, in the order of their values in a frame's `locals`.
  public var names: [Name]

  /// A variable without a `$`.
  public struct Name: Sendable, Hashable {
    /// The name.
    public var name: Text
    /// The type of its values.
    public var type: ValueType

    /// Creates a name with the type of its values.
    public init(_ name: Text, _ type: ValueType = .dyn) {
      self.name = name
      self.type = type
    }
  }

  /// Creates a scope with `$time` and the given variables.
  public init(first: ValueType? = nil, second: ValueType? = nil, names: [Name] = []) {
    self.first = first
    self.second = second
    self.time = .double
    self.names = names
  }

  /// Returns the scope of an expression with one value, `$0`.
  public static func value(_ type: ValueType = .dyn) -> Scope { Scope(first: type) }

  /// Returns the scope of an expression with two values, `$0` and `$1`.
  public static func pair(_ first: ValueType = .dyn, _ second: ValueType = .dyn) -> Scope {
    Scope(first: first, second: second)
  }

  /// The type of a variable; nil if it is not available.
  public subscript(variable: Variable) -> ValueType? {
    switch variable {
    case .first: first
    case .second: second
    case .outer: outer
    case .error: error
    case .key: key
    case .match: match == nil ? nil : .map(.dyn)
    case .time: time
    }
  }

  /// The number of values for `%d` and similar placeholders.
  var argumentCount: Int { first == nil ? 0 : second == nil ? 1 : 2 }
}
