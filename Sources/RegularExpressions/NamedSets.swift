/// The sets of characters that have a name in patterns. Sets named by a letter or in `[: :]` are
/// ASCII.
enum NamedSets {
  /// Returns the set of `\d`, `\s` or `\w`.
  static func ranges(letter: Unicode.Scalar) -> ScalarRanges? {
    switch letter {
    case "d": ScalarRanges([0x30...0x39])
    case "s": ScalarRanges([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
    case "w": ScalarRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    default: nil
    }
  }

  /// Returns the set of `[:alpha:]` and similar names.
  static func ranges(class name: String) -> ScalarRanges? {
    let ranges: [ClosedRange<UInt32>]
    switch name {
    case "alnum": ranges = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    case "alpha": ranges = [0x41...0x5A, 0x61...0x7A]
    case "ascii": ranges = [0x00...0x7F]
    case "blank": ranges = [0x09...0x09, 0x20...0x20]
    case "cntrl": ranges = [0x00...0x1F, 0x7F...0x7F]
    case "digit": ranges = [0x30...0x39]
    case "graph": ranges = [0x21...0x7E]
    case "lower": ranges = [0x61...0x7A]
    case "print": ranges = [0x20...0x7E]
    case "punct": ranges = [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "space": ranges = [0x09...0x0D, 0x20...0x20]
    case "upper": ranges = [0x41...0x5A]
    case "word": ranges = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    case "xdigit": ranges = [0x30...0x39, 0x41...0x46, 0x61...0x66]
    default: return nil
    }
    return ScalarRanges(ranges)
  }

  /// Returns the general categories of `\pL`, `\p{Lu}` and similar names. A name of one letter
  /// means several categories.
  static func categories(_ name: String) -> [Unicode.GeneralCategory]? {
    let found = allCategories.filter { $0.name.hasPrefix(name) && !name.isEmpty }
    return found.isEmpty ? nil : found.map(\.category)
  }

  private static let allCategories: [(name: String, category: Unicode.GeneralCategory)] = [
    ("Cc", .control), ("Cf", .format), ("Co", .privateUse), ("Cs", .surrogate),
    ("Ll", .lowercaseLetter), ("Lm", .modifierLetter), ("Lo", .otherLetter),
    ("Lt", .titlecaseLetter), ("Lu", .uppercaseLetter),
    ("Mc", .spacingMark), ("Me", .enclosingMark), ("Mn", .nonspacingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber),
    ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation), ("Pe", .closePunctuation),
    ("Pf", .finalPunctuation), ("Pi", .initialPunctuation), ("Po", .otherPunctuation),
    ("Ps", .openPunctuation),
    ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("Sm", .mathSymbol), ("So", .otherSymbol),
    ("Zl", .lineSeparator), ("Zp", .paragraphSeparator), ("Zs", .spaceSeparator),
  ]
}
