public import Values

/// The variables that an expression may name, and what is known of their types.
///
/// A variable whose type is nil is not available: naming it is an error that says where it is.
public struct Scope: Sendable, Hashable {
  /// `$0`, the value; for `scan` and `reduce` the accumulated one.
  public var first: ValueType?
  /// `$1`, the second value of `scan`, `reduce` and `removeDuplicates`.
  public var second: ValueType?
  /// `$outer`, the value for which an inner stream was made.
  public var outer: ValueType?
  /// `$error`, the text of the failure that was caught.
  public var error: ValueType?
  /// `$key`, the key of a group.
  public var key: ValueType?
  /// `$time`, the virtual time in seconds.
  public var time: ValueType?
  /// Variables without a `$`, in the order in which a frame's `locals` hold their values.
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

  /// Makes a scope in which there is `$time` and what is given here.
  public init(first: ValueType? = nil, second: ValueType? = nil, names: [Name] = []) {
    self.first = first
    self.second = second
    self.time = .double
    self.names = names
  }

  /// The scope of an expression over one value, `$0`.
  public static func value(_ type: ValueType = .dyn) -> Scope { Scope(first: type) }

  /// The scope of an expression over two values, `$0` and `$1`.
  public static func pair(_ first: ValueType = .dyn, _ second: ValueType = .dyn) -> Scope {
    Scope(first: first, second: second)
  }

  /// The type of a variable, or nil where it is not available.
  public subscript(variable: Variable) -> ValueType? {
    switch variable {
    case .first: first
    case .second: second
    case .outer: outer
    case .error: error
    case .key: key
    case .time: time
    }
  }

  /// How many values there are for `%d` and its like to stand for.
  var argumentCount: Int { first == nil ? 0 : second == nil ? 1 : 2 }
}
