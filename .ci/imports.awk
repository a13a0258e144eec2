# Compares the imports of each target with those that Package.swift declares for it: an import that is not
# declared works as long as something else builds the module first, and a declared one that no file needs
# leaves a way open that nobody decided on. SwiftPM has a check of its own
# (--explicit-target-dependency-import-check), but it starts the compiler for each target, names no file, and
# does not see unneeded ones.
#
# A target that imports a module also depends on the modules that this exports again (in its 'Exports.swift'),
# although no file needs to import them: Package.swift says why.
#
# Input: what 'swift package describe' prints, and then what names.awk prints.
BEGIN { FS = "\t" }

# The description: 'Name', 'C99name', 'Path' and 'Target dependencies' of each target, with 4 spaces before a
# key and 8 before a dependency.
FILENAME == ARGV[1] {
  value = $0
  sub(/^ *[^:]*: */, "", value)
  if ($0 ~ /^    [^ ]/) inDependencies = $0 == "    Target dependencies:"
  if ($0 ~ /^    Name: /) target = value
  else if ($0 ~ /^    C99name: /) module[target] = value
  else if ($0 ~ /^    Path: /) targetAt[value] = target
  else if ($0 ~ /^        [^ ]/ && inDependencies) {
    sub(/^ */, "", value)
    isDeclared[target, value] = 1
  }
  next
}

$1 == "imported" {
  importer = targetOf($5)
  if (!prepared) prepare()
  if (!($4 in targetNamed)) next
  imported = targetNamed[$4]
  isImported[importer, imported] = 1
  if ($5 ~ /\/Exports\.swift:/) exports[importer] = exports[importer] " " imported
  if ((importer, imported) in isDeclared) next
  printf "%s: '%s' does not declare that it imports '%s': add it in Package.swift, or do without it\n",
    $5, importer, imported
  status = 1
}

END {
  if (!prepared) {
    print ".ci/imports.awk found no import: has the output of 'swift package describe' changed?"
    exit 1
  }
  for (pair in isDeclared) {
    if (pair in isImported) continue
    split(pair, names, SUBSEP)
    if (receives(names[1], names[2])) continue
    printf "Package.swift: no file of '%s' imports '%s': remove it there\n", names[1], names[2]
    status = 1
  }
  exit status
}

# Whether a target imports a module that exports another one again.
function receives(target, other,   pair, names) {
  for (pair in isImported) {
    split(pair, names, SUBSEP)
    if (names[1] == target && exportsAgain(names[2], other)) return 1
  }
  return 0
}

function exportsAgain(one, other,   list, count, i) {
  count = split(exports[one], list, " ")
  for (i = 1; i <= count; i++) if (list[i] == other || exportsAgain(list[i], other)) return 1
  return 0
}

function prepare(   name) {
  for (name in module) targetNamed[module[name]] = name
  prepared = 1
}

# The target in whose folder the file is.
function targetOf(place) {
  while (!(place in targetAt) && sub(/\/[^\/]*$/, "", place)) {}
  return targetAt[place]
}
