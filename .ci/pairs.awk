# Finds the pairs of folders in a module that name each other's types. (Modules cannot: their imports go one
# way.) Such folders are one, or one too many: neither can be read, moved or built without the other.
#
# A name counts if exactly one folder of the module declares it, at the top level and not as private. A type
# in another type, which is often a common word, counts only as 'Parent.Name', and only if it is in another
# folder than its parent. An enum without cases, such as 'Publishers', is only a prefix and does not count.
#
# Input: .ci/doors, the pairs that may still be there ('MODULE FOLDER FOLDER' a line, '#' before a comment),
# and then what names.awk prints. With '-v show=1' it prints a table of all pairs instead, first those in
# which the weaker way has most names: 'MODULE FOLDER FOLDER', the names each way, and which they are.
BEGIN { FS = "\t" }

FILENAME == ARGV[1] {
  if ($0 ~ /^[^#]/) isListed[$0] = 1
  next
}
$2 !~ /^Sources\// { next }
$1 == "empty" { isPrefix[$2, $4] = 1 }
$1 == "declared" {
  if (($2, $4) in home && home[$2, $4] != $3) isAmbiguous[$2, $4] = 1
  home[$2, $4] = $3
}
$1 == "hidden" { isHidden[$5, $4] = 1 }
$1 == "used" {
  uses++
  unit[uses] = $2
  folder[uses] = $3
  name[uses] = $4
  file[uses] = $5
}

END {
  for (i = 1; i <= uses; i++) if (isNameOfOther(i)) note(i)
  for (way in count) {
    split(way, part, SUBSEP)
    back = part[1] SUBSEP part[3] SUBSEP part[2]
    if (part[2] < part[3] && back in count) report(part[1], part[2], part[3], way, back)
  }
  if (show) exit
  for (pair in isListed) {
    if (pair in isFound) continue
    printf "the folders of '%s' no longer name each other's types: remove the line from .ci/doors\n", pair
    status = 1
  }
  exit status
}

function isNameOfOther(i,   key, parent) {
  key = unit[i] SUBSEP name[i]
  if (!(key in home) || key in isAmbiguous || home[key] == folder[i]) return 0
  if ((file[i], name[i]) in isHidden) return 0
  parent = name[i]
  if (!sub(/\..*/, "", parent) || (unit[i], parent) in isPrefix) return 1
  return !((unit[i], parent) in home) || home[unit[i], parent] != home[key]
}

function note(i,   way) {
  way = unit[i] SUBSEP folder[i] SUBSEP home[unit[i], name[i]]
  if ((way, name[i]) in isNoted) return
  isNoted[way, name[i]] = 1
  count[way]++
  names[way] = names[way] (count[way] > 1 ? " " : "") name[i]
  if (count[way] <= 3) examples[way] = examples[way] "    " file[i] ": " name[i] "\n"
}

function report(unit, one, other, way, back,   pair) {
  pair = unit
  sub(/^Sources\//, "", pair)
  pair = pair " " one " " other
  isFound[pair] = 1
  if (show) {
    weaker = count[way] < count[back] ? count[way] : count[back]
    printf "%d\t%d\t%s\t%d > %d <\t%s > %s <\n", weaker, count[way] + count[back], pair, count[way],
      count[back], names[way], names[back]
  } else if (!(pair in isListed)) {
    printf "%s: '%s' and '%s' name each other's types\n", unit, one, other
    printf "  '%s' names %d of '%s':\n%s", one, count[way], other, examples[way]
    printf "  '%s' names %d of '%s':\n%s", other, count[back], one, examples[back]
    printf "  Move what is on the shorter list to the folder that needs it, or to one that both may name.\n"
    printf "  Add '%s' to .ci/doors only if both ways have a reason, and write it there.\n", pair
    status = 1
  }
}
