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
