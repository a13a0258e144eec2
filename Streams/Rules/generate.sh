#!/bin/sh
# Makes the data of the rules: the same bytes every time, with any awk. Nothing runs this but a person who
# Wants other data; the files that it makes are kept beside it.
#
#     sh generate.sh
set -eu
cd "$(dirname "$0")"

# Functions for all of them. The numbers are those of Park and Miller: each fits a double exactly.
common='
function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function below(n) { return int(random() * n) }
function clock(t) {
  return sprintf("2025-03-%02dT%02d:%02d:%02dZ", 10 + int(t / 86400), int(t / 3600) % 24, int(t / 60) % 60, t % 60)
}
'

# Two counters of two instances, read every 15 s for 15 minutes. "b" restarts at 6:30 and fails from 7:00
# To 9:00.
awk "$common"'BEGIN {
  seed = 101
  for (t = 0; t <= 900; t += 15) {
    for (i = 1; i <= 2; i++) {
      name = substr("ab", i, 1)
      if (i == 2 && t == 390) requests[i] = errors[i] = 0
      more = 20 + below(20)
      bad = (i == 2 && t > 420 && t <= 540) ? int(more / 2) : (below(5) == 0)
      requests[i] += more; errors[i] += bad
      printf "{\"t\":%d,\"instance\":\"%s\",\"requests\":%d,\"errors\":%d}\n", t, name, requests[i], errors[i]
    }
  }
}' >scrapes.ndjson

# Runs of three jobs over three days. "report" fails all of the second day; "archive" never runs.
awk "$common"'BEGIN {
  seed = 202
  for (h = 0; h < 72; h++) {
    t = h * 3600
    if (h % 4 == 0)
      printf "{\"at\":\"%s\",\"job\":\"backup\",\"ok\":%s}\n", clock(t + 3000 + below(600)), (h == 32 ? "false" : "true")
    if (h % 4 == 1)
      printf "{\"at\":\"%s\",\"job\":\"report\",\"ok\":%s}\n", clock(t + below(900)), (h >= 24 && h < 48 ? "false" : "true")
  }
}' >runs.ndjson

# Alerts as Prometheus would send them: a cluster falls over, and recovers.
awk "$common"'BEGIN {
  seed = 303
  t = 0
  for (n = 0; n < 60; n++) {
    i = below(6)
    on[i] = !on[i]
    printf "{\"t\":%d,\"alertname\":\"%s\",\"instance\":\"node-%d\",\"status\":\"%s\"}\n", t, \
      (i < 4 ? "HighLatency" : "DiskFull"), i, (on[i] ? "firing" : "resolved")
    t += below(10) < 7 ? below(20) : 100 + below(400)
  }
}' >alerts.ndjson

# Bids of half an hour.
awk "$common"'BEGIN {
  seed = 404
  for (t = 28800; t < 30600; t += 4 + below(25))
    printf "{\"bidtime\":\"%s\",\"item\":\"%s\",\"supplier\":\"supplier%d\",\"price\":%d}\n", clock(t), \
      substr("ABCDEFGH", 1 + below(8), 1), 1 + below(6), 1 + below(9)
}' >bids.ndjson

# Logins of an hour. Most succeed; somebody guesses the passwords of "root" and "dave".
awk "$common"'BEGIN {
  seed = 505
  split("ann bob dave root", users, " ")
  for (t = 0; t < 3600; t += 10 + below(50)) {
    u = 1 + below(4)
    if (u == 4 && t < 1200) { ok = 0 } else if (u == 3 && t > 2000 && t < 2500) { ok = 0 } else ok = below(8) > 0
    printf "{\"t\":%d,\"user\":\"%s\",\"from\":\"10.0.0.%d\",\"ok\":%s}\n", t, users[u], 1 + below(9), (ok ? "true" : "false")
  }
}' >logins.ndjson

# Orders of two hours; most are paid within some minutes, some late, some never.
awk "$common"'BEGIN {
  seed = 606
  for (n = 1; n <= 40; n++) {
    t = 60 + below(7200)
    lines[++count] = sprintf("%05d {\"t\":%d,\"order\":%d,\"event\":\"created\"}", t, t, n)
    fate = below(10)
    if (fate < 8) t += 30 + below(1200); else if (fate == 8) t += 1800 + below(1200); else continue
    lines[++count] = sprintf("%05d {\"t\":%d,\"order\":%d,\"event\":\"paid\"}", t, t, n)
  }
  for (i = 2; i <= count; i++) {
    line = lines[i]
    for (j = i - 1; j > 0 && lines[j] > line; j--) lines[j + 1] = lines[j]
    lines[j + 1] = line
  }
  for (i = 1; i <= count; i++) print substr(lines[i], 7)
}' >events.ndjson

# An afternoon and evening in a hall; the sun sets at 17:09.
awk "$common"'BEGIN {
  seed = 707
  print "entity_id,state,last_changed"
  print "sun.sun,above_horizon," clock(57600)
  print "binary_sensor.hall_motion,off," clock(57600)
  t = 57600 + 600
  while (t < 72000) {
    if (!set && t > 61740) { print "sun.sun,below_horizon," clock(61740); set = 1 }
    visits = 1 + below(3)
    while (visits-- > 0) {
      print "binary_sensor.hall_motion,on," clock(t); t += 5 + below(60)
      print "binary_sensor.hall_motion,off," clock(t); t += 10 + below(200)
    }
    t += 1 + below(2400)
  }
}' >history.csv

# A chatty log of two services; one line in twenty is an error.
awk "$common"'BEGIN {
  seed = 808
  for (n = 1; n <= 160; n++) {
    t += below(3)
    printf "{\"t\":%d,\"n\":%d,\"service\":\"%s\",\"level\":\"%s\"}\n", t, n, (below(4) ? "web" : "db"), (below(20) ? "info" : "error")
  }
}' >service-log.ndjson

# A log of several applications.
awk "$common"'BEGIN {
  seed = 909
  split("shop payments search", apps, " ")
  split("debug info info warn error", levels, " ")
  for (n = 1; n <= 60; n++) {
    t += 1 + below(9)
    printf "{\"t\":%d,\"n\":%d,\"app\":\"%s\",\"level\":\"%s\"}\n", t, n, apps[1 + below(3)], levels[1 + below(5)]
  }
}' >log.ndjson

# Devices report a number for their state; a table says what it means. The table does not have 6.
awk "$common"'BEGIN {
  seed = 1010
  for (n = 1; n <= 40; n++) {
    t += 5 + below(50)
    printf "{\"at\":\"%s\",\"device\":\"d%d\",\"code\":%d}\n", clock(43200 + t), 1 + below(5), 1 + below(6)
  }
}' >readings.ndjson
cat >codes.csv <<'CSV'
code,state,alarm
1,online,false
2,offline,true
3,connection error,true
4,transmitting,false
5,not responding,true
CSV

# What two disks have left, read each minute for three hours. "sda" fills up from 0:40 to 1:20, and is then
# emptied; "sdb" only goes up and down.
awk "$common"'BEGIN {
  seed = 1111
  free[1] = 900; free[2] = 500
  for (t = 0; t <= 10800; t += 60) {
    if (t > 2400 && t <= 4800) free[1] -= 4 + below(4); else free[1] += below(3) - 1
    if (t == 4860) free[1] = 900
    free[2] += below(5) - 2
    for (i = 1; i <= 2; i++)
      printf "{\"t\":%d,\"disk\":\"sd%s\",\"free\":%d}\n", t, substr("ab", i, 1), free[i]
  }
}' >disks.ndjson

# Rates of exchange in thousandths, and sales of three hours in three currencies; there is no rate of "JPY",
# and none of "GBP" in the first half hour.
awk "$common"'BEGIN {
  seed = 1212
  rate[1] = 900; rate[2] = 1150
  for (t = 0; t < 10800; t += 300 + below(600)) {
    i = t < 1800 ? 1 : 1 + below(2)
    rate[i] += below(21) - 10
    printf "{\"from\":\"%s\",\"currency\":\"%s\",\"rate\":%d}\n", clock(t), (i == 1 ? "USD" : "GBP"), rate[i]
  }
}' >rates.ndjson
awk "$common"'BEGIN {
  seed = 1213
  split("USD GBP JPY", currencies, " ")
  for (t = 0; t < 10800; t += 60 + below(600)) {
    i = below(8)
    printf "{\"at\":\"%s\",\"id\":%d,\"currency\":\"%s\",\"amount\":%d}\n", clock(t), ++n, \
      currencies[i < 4 ? 1 : i < 7 ? 2 : 3], 1 + below(200)
  }
}' >sales.ndjson

# Thirty orders, most of which are paid within an hour, and shipped within two, some in two parts.
awk "$common"'
function add(t, name, line) { lines[++count] = sprintf("%06d %s %s", t, name, line) }
BEGIN {
  seed = 1313
  for (n = 1; n <= 30; n++) {
    t += 60 + below(900)
    add(t, "orders", sprintf("{\"at\":%d,\"id\":%d}", t, n))
    p = t + (below(6) ? below(3600) : 3600 + below(1200))
    if (below(10)) add(p, "payments", sprintf("{\"at\":%d,\"id\":\"p%d\",\"order\":%d}", p, n, n))
    parts = 1 + (below(4) == 0)
    for (i = 1; i <= parts; i++) {
      s = p + (below(6) ? below(7200) : 7200 + below(1200)) - 600
      add(s, "shipments", sprintf("{\"at\":%d,\"id\":\"s%d-%d\",\"order\":%d}", s, n, i, n))
    }
  }
  for (i = 2; i <= count; i++) {
    line = lines[i]
    for (j = i - 1; j > 0 && lines[j] > line; j--) lines[j + 1] = lines[j]
    lines[j + 1] = line
  }
  for (i = 1; i <= count; i++) { split(lines[i], words, " "); print words[3] > (words[2] ".ndjson") }
}'

# Messages of an hour, of which many come again.
awk "$common"'BEGIN {
  seed = 1414
  for (t = 0; t < 3600; t += 20 * below(5))
    printf "{\"at\":%d,\"id\":\"%s\"}\n", t, substr("abcdefgh", 1 + below(8), 1)
}' >messages.ndjson

# Calls of three customers; "a" is in a hurry.
awk "$common"'BEGIN {
  seed = 1515
  for (t = 0; t < 120; t += below(5)) {
    i = below(5) < 3 ? 1 : 2 + below(2)
    printf "{\"at\":%d,\"customer\":\"%s\",\"n\":%d}\n", t, substr("abc", i, 1), ++count[i]
  }
}' >calls.ndjson

# Lines of two files, some of them with a stack trace below, and some of those slow to come.
awk "$common"'BEGIN {
  seed = 1616
  for (n = 1; n <= 24; n++) {
    t += 100 + below(1500)
    file = substr("ab", 1 + below(2), 1)
    error = below(3) == 0
    printf "{\"ms\":%d,\"file\":\"%s\",\"line\":\"%s %d\"}\n", t, file, (error ? "Error" : "GET"), n
    for (i = error ? 1 + below(3) : 0; i > 0; i--) {
      t += below(8) ? below(20) : 1000 + below(100)
      printf "{\"ms\":%d,\"file\":\"%s\",\"line\":\"  at f%d\"}\n", t, file, i
    }
  }
}' >traces.ndjson

# The log of a router; some of its lines are of another kind.
awk "$common"'BEGIN {
  seed = 1818
  split("/|/search|\\\"/a b\\\"", paths, "|")
  for (n = 1; n <= 60; n++) {
    t += below(10)
    i = below(12)
    line = sprintf("host=web%d path=%s ms=%d", 1 + below(3), paths[1 + below(3)], below(150))
    if (i == 0) line = "panic: out of memory"
    if (i == 1) line = "host=web1 path=/ ms=-"
    printf "{\"at\":\"%s\",\"line\":\"%s\"}\n", clock(t), line
  }
}' >router.ndjson

# The log of a web server, in a zone one hour east, with the milliseconds at the end.
awk "$common"'BEGIN {
  seed = 1919
  for (t = 0; t < 900; t += below(12))
    printf "{\"line\":\"10.0.0.%d - - [10/Mar/2025:12:%02d:%02d +0100] \\\"GET / HTTP/1.1\\\" 200 512 %d\"}\n", \
      1 + below(9), int(t / 60), t % 60, 5 + below(20) * (1 + 10 * (below(10) == 0))
}' >access.ndjson

# The temperatures of a freezer, each minute from 20:00 to 8:00 in Berlin, in summer; it warms up whenever
# somebody leaves the door open.
awk "$common"'BEGIN {
  seed = 2020
  print "entity_id,state,last_changed"
  state = -18
  for (m = 0; m < 720; m += 1 + below(3)) {
    if (below(60) == 0) left = 3 + below(9)
    state = left-- > 0 ? state + 2 : state - (state > -18)
    printf "sensor.freezer,%d,2025-07-%02dT%02d:%02d:00Z\n", state, 10 + (m >= 360), (18 + int(m / 60)) % 24, m % 60
    if (m % 7 == 0) printf "sensor.cellar,12,2025-07-%02dT%02d:%02d:00Z\n", 10 + (m >= 360), (18 + int(m / 60)) % 24, m % 60
  }
}' >freezer.csv

# Readings of meters over ten minutes, in the order in which they arrived: most in time, some up to ten seconds
# late, a few much later.
awk "$common"'BEGIN {
  seed = 2020
  t = 0
  for (n = 0; n < 120; n++) {
    t += below(11)
    late = below(6) ? 0 : below(3) ? below(10) : 15 + below(60)
    printf "{\"t\":%d,\"meter\":\"m%d\",\"watt\":%d}\n", (t > late ? t - late : 0), 1 + below(3), 100 + below(50)
  }
}' >meters.ndjson

# Prices of two symbols in an hour, which go up and down in small steps.
awk "$common"'BEGIN {
  seed = 2101
  split("ACME BOLT", symbols, " "); price[1] = 40; price[2] = 70
  for (t = 0; t < 3600; t += 20 + below(60)) {
    s = 1 + below(2)
    price[s] += below(7) - 3
    printf "{\"t\":%d,\"symbol\":\"%s\",\"price\":%d}\n", t, symbols[s], price[s]
  }
}' >ticks.ndjson

# Two doors in half an hour. Some stay open, and for some of these a code is entered.
awk "$common"'BEGIN {
  seed = 2202
  split("north south", doors, " ")
  for (d = 1; d <= 2; d++) {
    t = below(60)
    while (t < 1800) {
      lines[++count] = sprintf("%05d {\"t\":%d,\"door\":\"%s\",\"event\":\"open\"}", t, t, doors[d])
      if (below(3) == 0) {
        c = t + 5 + below(40)
        lines[++count] = sprintf("%05d {\"t\":%d,\"door\":\"%s\",\"event\":\"code\",\"right\":%s}", c, c, doors[d], (below(2) ? "true" : "false"))
        t = c
      }
      t += 5 + below(60)
      lines[++count] = sprintf("%05d {\"t\":%d,\"door\":\"%s\",\"event\":\"closed\"}", t, t, doors[d])
      t += 10 + below(120)
    }
  }
  for (i = 2; i <= count; i++) {
    line = lines[i]
    for (j = i - 1; j > 0 && lines[j] > line; j--) lines[j + 1] = lines[j]
    lines[j + 1] = line
  }
  for (i = 1; i <= count; i++) print substr(lines[i], 7)
}' >door-events.ndjson

# Requests of five minutes in the order in which they ended. One of eight takes some seconds, one of sixty half a
# minute or more.
awk "$common"'BEGIN {
  seed = 1717
  for (t = 0; t < 300000; t += 200 + below(3000)) {
    took = 20 + below(200)
    if (below(8) == 0) took = 1000 + below(9000)
    if (below(60) == 0) took = 25000 + below(30000)
    printf "%d {\"ended\":%d,\"began\":%d,\"path\":\"%s\"}\n", t + took, t + took, t, (below(3) ? "/" : "/search")
  }
}' | sort -n -s -k1,1 | cut -d" " -f2- >requests.ndjson

# Auctions of one to ten minutes over an hour, and bids, of which some come too late.
awk "$common"'BEGIN {
  seed = 2525
  for (i = 1; i <= 40; i++) {
    t = i * 80 + below(60)
    open = 60 + below(540)
    printf "%d a {\"t\":%d,\"id\":%d,\"item\":\"%s\",\"expires\":%d}\n", t, t, i, (below(2) ? "lamp" : "chair"), t + open
    for (n = below(5); n > 0; n--) {
      b = t + 1 + below(open + 120)
      printf "%d b {\"t\":%d,\"auction\":%d,\"price\":%d}\n", b, b, i, 10 + below(90)
    }
  }
}' | sort -n -s -k1,1 >auctions.tmp
grep " a " auctions.tmp | cut -d" " -f3- >auctions.ndjson
grep " b " auctions.tmp | cut -d" " -f3- >auction-bids.ndjson
rm auctions.tmp
