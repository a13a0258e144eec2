# Lists the names of types that Swift files declare and use, and what the files import, a line each:
#
#   declared UNIT FOLDER NAME FILE    a type at the top level, or, as 'Parent.Name', one directly in a type
#   empty    UNIT FOLDER NAME FILE    an enum without cases, such as 'enum Publishers {}': only a prefix
#   hidden   UNIT FOLDER NAME FILE    a name that means something else there: a private or nested type, or
#                                     a generic parameter
#   used     UNIT FOLDER NAME FILE    a name in code, or the first two of a chain: 'Name', 'Parent.Name'
#   imported UNIT FOLDER NAME FILE:LINE
#
# Fields are separated by tabs. UNIT is the folder of a target (Sources/Reactive), FOLDER the folder in it
# ('.' for files directly in it). Comments and the contents of string literals do not count; what is
# interpolated into a literal does. Each name is listed once a file. This is not a parser: it needs code that
# 'swift format' has formatted. It runs in any awk of POSIX.
BEGIN {
  OFS = "\t"
  split("struct class enum actor protocol typealias associatedtype", words, " ")
  for (i in words) isKeyword[words[i]] = 1
  # A literal, a comment, or a regex as an argument.
  opening = "#*\"|//|/[*]|/([^/* \\\\]|\\\\.)([^/\\\\]|\\\\.)*/[,)]"
}

FNR == 1 {
  checkEnd()
  startFile()
}

# Most lines need no closer look: they are comments, or have neither a literal nor a comment.
level == 0 && commentDepth == 0 && /^[ \t]*(\/\/|$)/ { next }
{
  code = level == 0 && commentDepth == 0 && !/["\/]/ ? $0 : codeOf($0)
  if (code ~ /(^|[ \t])import[ \t]/) {
    listImport(code)
    next
  }
  if (code ~ /[{}]|struct|class|enum|actor|protocol|typealias|associatedtype|extension/) {
    listDeclarations(code)
  }
  if (code ~ /</) listGenericParameters(code)
  if (code ~ /[A-Z]/) listUses(code)
}

END {
  checkEnd()
  exit status
}

# What was not followed to its end would hide names.
function checkEnd() {
  if (level == 0 && commentDepth == 0 && braces == 0) return
  print ".ci/names.awk cannot follow the literals or braces of " file > "/dev/stderr"
  status = 1
}

function startFile(   parts, count, depth) {
  count = split(FILENAME, parts, "/")
  depth = parts[2] == "Examples" ? 3 : 2
  unit = parts[1] "/" parts[2] (depth == 3 ? "/" parts[3] : "")
  module = parts[depth]
  folder = count > depth + 1 ? parts[depth + 1] : "."
  file = FILENAME
  level = commentDepth = braces = 0
  pending = ""
  split("", enclosing)
  split("", listed)
}

function list(kind, name) {
  if ((kind, name) in listed) return
  listed[kind, name] = 1
  print kind, unit, folder, name, FILENAME
}

# The line without comments and literals. A level of the stack is a literal (an odd one), or code that is
# interpolated into it (an even one, which is 0 outside of all literals).
function codeOf(line,   out, rest) {
  out = ""
  while (line != "") {
    if (commentDepth > 0) {
      if (!match(line, /\/\*|\*\//)) break
      commentDepth += substr(line, RSTART, 2) == "/*" ? 1 : -1
      line = substr(line, RSTART + 2)
    } else if (level % 2 == 1) {
      if (!match(line, /["\\]/)) break
      rest = substr(line, RSTART + 1)
      if (substr(line, RSTART, 1) == "\\") line = afterBackslash(rest)
      else line = afterQuote(substr(line, RSTART))
    } else {
      if (!match(line, level > 0 ? opening "|[()]" : opening)) return out line
      out = out substr(line, 1, RSTART - 1) " "
      rest = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      if (rest == "//") break
      else if (rest ~ /^\/[^*]/) line = substr(rest, length(rest)) line
      else if (rest == "/*") commentDepth++
      else if (rest == "(") parentheses[level]++
      else if (rest == ")") { if (parentheses[level]-- == 0) level-- }
      else line = afterOpening(substr(rest, 1, length(rest) - 1), line)
    }
  }
  # A literal of one line ends with it.
  if (level % 2 == 1 && quotes[level] == "\"") level--
  return out
}

function afterOpening(hashes, line) {
  level++
  pounds[level] = hashes
  # Three quotes open a literal of several lines only at the end of a line.
  quotes[level] = line ~ /^""[ \t]*$/ ? "\"\"\"" : "\""
  return quotes[level] == "\"" ? line : substr(line, 3)
}

function afterQuote(line,   closing) {
  closing = quotes[level] pounds[level]
  if (substr(line, 1, length(closing)) != closing) return substr(line, 2)
  level--
  return substr(line, length(closing) + 1)
}

function afterBackslash(line,   width) {
  width = length(pounds[level])
  if (substr(line, 1, width) != pounds[level]) return line
  if (substr(line, width + 1, 1) == "(") parentheses[++level] = 0
  return substr(line, width + 2)
}

function listImport(code,   words, count, i) {
  count = split(code, words, /[^A-Za-z0-9_@.]+/)
  for (i = 1; i < count; i++) if (words[i] == "import") break
  i++
  if (words[i] ~ /^(struct|class|enum|actor|protocol|typealias|func|var|let)$/) i++
  sub(/\..*/, "", words[i])
  if (words[i] != "") print "imported", unit, folder, words[i], FILENAME ":" FNR
}

# Follows the braces, because a type is known by the one that encloses it.
function listDeclarations(code,   words, count, i, name, isPrivate) {
  isPrivate = code ~ /^ *(private|fileprivate) /
  gsub(/[{}]/, " & ", code)
  gsub(/[^A-Za-z0-9_.{}`]+/, " ", code)
  count = split(code, words, " ")
  for (i = 1; i <= count; i++) {
    if (words[i] == "{") {
      enclosing[++braces] = pending
      pending = ""
    } else if (words[i] == "}") {
      braces--
    } else if (words[i] == "extension" && i < count) {
      pending = words[++i]
    } else if (words[i] in isKeyword && words[i + 1] ~ /^_?[A-Z][A-Za-z0-9_]*$/) {
      name = words[i + 1]
      if (isPrivate || braces > 1 || words[i] == "associatedtype") list("hidden", name)
      else if (braces == 0 && words[i] == "enum" && words[i + 3] == "}") list("empty", name)
      else if (braces == 0) list("declared", name)
      else {
        list("hidden", name)
        if (enclosing[1] ~ /^[A-Za-z0-9_]+$/) list("declared", enclosing[1] "." name)
      }
      if (words[i] != "typealias" && words[i] != "associatedtype") pending = name
      i++
    }
  }
}

function listGenericParameters(code,   words, count, i) {
  if (!match(code, /(func [^(<]+|(struct|class|enum|actor|typealias|init|subscript)[ A-Za-z0-9_]*)<[^>]*/)) {
    return
  }
  code = substr(code, RSTART, RLENGTH)
  sub(/^[^<]*</, "", code)
  count = split(code, words, ",")
  for (i = 1; i <= count; i++) {
    sub(/^ *(each |let )?/, "", words[i])
    sub(/[^A-Za-z0-9_].*/, "", words[i])
    if (words[i] != "") list("hidden", words[i])
  }
}

function listUses(code,   words, count, i, parts) {
  # A range is no chain.
  gsub(/[^A-Za-z0-9_.]+|[.][.]+/, " ", code)
  count = split(code, words, " ")
  for (i = 1; i <= count; i++) {
    # What follows a dot belongs to another type or value.
    if (words[i] !~ /^_?[A-Z]/) continue
    # A module before a name only says where to look.
    if (index(words[i], module ".") == 1) words[i] = substr(words[i], length(module) + 2)
    split(words[i], parts, ".")
    list("used", parts[1])
    if (parts[2] ~ /^_?[A-Z]/) list("used", parts[1] "." parts[2])
  }
}
