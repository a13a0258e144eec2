# Finds files and folders that are not where their names say:
#
# - 'Type+Aspect.swift' is in the folder in which its module declares the type, or in a folder that is named
#   for the aspect: 'Program+Tracing.swift' in 'Tracing', 'Reducer+Stack.swift' in 'Stacks', and
#   'Operator+Map+SQL.swift' in 'FlinkSQL'. Extensions of types of other modules may be anywhere.
# - 'Tests/<Module>Tests/<Folder>' has a counterpart, 'Sources/<Module>/<Folder>' or, for a module that the
#   module exports again, 'Sources/<Folder>'. Tests of a whole module are in folders of their kind: 'Laws' that
#   everything satisfies, 'Listings' from books and pages, an 'Oracle' that says what must come out, and
#   'Support' for what several tests need.
#
# Input: .ci/rooms, the paths that may still be elsewhere ('#' before a comment), then what names.awk prints.
BEGIN {
  FS = "\t"
  isKind["."] = isKind["Laws"] = isKind["Listings"] = isKind["Oracle"] = isKind["Support"] = 1
}

FILENAME == ARGV[1] {
  if ($0 ~ /^[^#]/) isListed[$0] = 1
  next
}
$1 == "imported" { sub(/:[0-9]+$/, "", $5) }
{
  folderOf[$5] = $3
  unitOf[$5] = $2
  hasFolder[$2, $3] = 1
  hasUnit[$2] = 1
}
$1 == "declared" || $1 == "empty" {
  isDeclared[$2, $4] = 1
  isDeclaredIn[$2, $4, $3] = 1
  home[$2, $4] = $3
}

END {
  for (file in folderOf) {
    if (file ~ /\+[^\/]*$/) checkExtension(file)
    if (file ~ /^Tests\/.*Tests\//) checkTests(unitOf[file], folderOf[file])
  }
  for (path in isListed) {
    if (path in isFound) continue
    printf "%s is gone, or is where it belongs: remove the line from .ci/rooms\n", path
    status = 1
  }
  exit status
}

function checkExtension(file,   parts, count, type, aspect, i) {
  count = split(file, parts, "/")
  type = aspect = parts[count]
  sub(/\+.*/, "", type)
  sub(/.*\+/, "", aspect)
  sub(/\.swift$/, "", aspect)
  if (!((unitOf[file], type) in isDeclared)) return
  if ((unitOf[file], type, folderOf[file]) in isDeclaredIn) return
  for (i = 3; i < count; i++) if (parts[i] ~ (aspect "s?$")) return
  found(file, "'" type "' is declared in '" home[unitOf[file], type] "'" \
    ": move the extension there, or to the folder of its aspect")
}

function checkTests(unit, folder,   module) {
  module = moduleOf(unit)
  if (module == "") found(unit, "there is no such module in Sources")
  else if (!(folder in isKind) && !((module, folder) in hasFolder) && !(("Sources/" folder) in hasUnit)) {
    found(unit "/" folder, "there is no " module "/" folder ": tests have the folders of what they test")
  }
}

# 'Sources/stream-run' for 'Tests/StreamRunTests', 'Sources/Values' for 'Tests/ValuesTests'.
function moduleOf(tests,   unit, one, other) {
  one = tests
  sub(/^Tests\//, "", one)
  sub(/Tests$/, "", one)
  for (unit in hasUnit) {
    other = unit
    if (!sub(/^Sources\//, "", other)) continue
    # The programs in Sources/Examples have their tests together.
    sub(/\/.*/, "", other)
    gsub(/-/, "", other)
    if (tolower(one) == tolower(other)) return unit
  }
  return ""
}

function found(path, reason) {
  if (path in isFound) return
  isFound[path] = 1
  if (path in isListed) return
  printf "%s: %s\n", path, reason
  status = 1
}
