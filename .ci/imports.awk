# Compares the imports of each target with those that Package.swift declares for it: an import that is not
# declared works as long as something else builds the module first, and a declared one that no file needs
# leaves a way open that nobody decided on. SwiftPM has a check of its own
# (--explicit-target-dependency-import-check), but it starts the compiler for each target, names no file, and
# does not see unneeded ones.
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
    printf "Package.swift: no file of '%s' imports '%s': remove it there\n", names[1], names[2]
    status = 1
  }
  exit status
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
