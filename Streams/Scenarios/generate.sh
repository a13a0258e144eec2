#!/bin/sh
# Makes the data of the scenarios: the same bytes every time, with any awk. Nothing runs this but a
# person who wants other data; the files that it makes are kept beside it.
#
#     sh generate.sh
set -eu
cd "$(dirname "$0")"

# Functions for all of them. The numbers are those of Park and Miller: each fits a double exactly.
common='
function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function below(n) { return int(random() * n) }
# A time of 14 May 2024, from seconds after midnight.
function clock(t) {
  return sprintf("2024-05-14T%02d:%02d:%02d", int(t / 3600), int(t / 60) % 60, t % 60)
}
function millis(t,  whole) {
  whole = int(t / 1000)
  return sprintf("%s.%03dZ", clock(whole), t % 1000)
}
'

# Alerts of a morning: some checks fail again and again, one after the other.
awk "$common"'BEGIN {
  seed = 2024
  split("web-1 web-2 db-1 db-2 cache-1", hosts, " ")
  split("disk cpu latency", checks, " ")
  for (t = 8 * 3600; t < 12 * 3600; t += 20 + below(160)) {
    # What is wrong changes every half hour; the rest of the alerts are strays.
    key = random() < 0.9 ? int(t / 1800) : below(15)
    printf "{\"at\":\"%sZ\",\"host\":\"%s\",\"check\":\"%s\",\"value\":%d}\n", \
      clock(t), hosts[key % 5 + 1], checks[key % 3 + 1], 80 + below(20)
  }
}' >alerts.ndjson

# A history as a home automation exports it: a table of all states, in the order of time.
awk "$common"'BEGIN {
  seed = 7
  print "entity_id,state,last_changed"
  print "binary_sensor.hall_motion,off,2024-05-14T17:00:00.000Z"
  print "media_player.tv,off,2024-05-14T17:00:00.000Z"
  t = 17 * 3600000 + 60000
  while (t < 23 * 3600000) {
    visits = 1 + below(4)
    while (visits-- > 0) {
      printf "binary_sensor.hall_motion,on,%s\n", millis(t)
      t += 4000 + below(60000)
      printf "binary_sensor.hall_motion,off,%s\n", millis(t)
      t += 5000 + below(240000)
    }
    if (tv != (t > 19 * 3600000 && t < 22 * 3600000)) {
      tv = !tv
      printf "media_player.tv,%s,%s\n", tv ? "on" : "off", millis(t)
    }
    printf "sensor.hall_temperature,%.1f,%s\n", 20 + below(30) / 10, millis(t + 500)
    t += 1000 + below(1500000)
  }
}' >motion.csv

# Trades of half an hour; twice the price jumps.
awk "$common"'BEGIN {
  seed = 99
  print "time,symbol,price,size"
  price = 100
  for (t = 9 * 3600000 + 1800000; t < 10 * 3600000; t += 50 + below(2400)) {
    price += (below(21) - 10) / 100
    if (!jumped && t > 9 * 3600000 + 2400000) { price += 4; jumped = 1 }
    if (jumped == 1 && t > 9 * 3600000 + 3000000) { price -= 6; jumped = 2 }
    printf "%s,ACME,%.2f,%d\n", millis(t), price, 1 + below(50) * 10
  }
}' >trades.csv

# Clicks of a day. A log that is collected from several machines: lines are late by up to 20 s.
awk "$common"'BEGIN {
  seed = 31
  for (user = 1; user <= 6; user++) {
    t = 6 * 3600 + below(3600)
    while (t < 22 * 3600) {
      clicks = 1 + below(25)
      while (clicks-- > 0) {
        key = sprintf("%08d", (t + below(20)) * 100 + user)
        while (key in lines) key = sprintf("%08d", key + 10)
        lines[key] = sprintf("{\"ts\":%d,\"user\":\"u%d\",\"page\":\"/%s\"}", \
          1715644800 + t, user, substr("homecartshopfind", 1 + 4 * below(4), 4))
        t += 5 + below(600)
      }
      t += 1800 + below(5 * 3600)
    }
  }
  count = 0
  for (key in lines) keys[++count] = key
  for (i = 2; i <= count; i++) {
    key = keys[i]
    for (j = i - 1; j > 0 && keys[j] > key; j--) keys[j + 1] = keys[j]
    keys[j + 1] = key
  }
  for (i = 1; i <= count; i++) print lines[keys[i]]
}' >clicks.ndjson

# Heartbeats of three machines, one every ten seconds or so; two of them go silent for a while.
awk "$common"'BEGIN {
  seed = 5
  for (t = 0; t < 1800; t++) {
    for (host = 1; host <= 3; host++) {
      if ((t + 3 * host) % 10 != 0) continue
      if (host == 2 && t > 300 && t < 480) continue
      if (host == 3 && (t > 600 && t < 640 || t > 1200 && t < 1500)) continue
      printf "{\"t\":%d.%d,\"host\":\"h%d\"}\n", t, below(10), host
    }
  }
}' >heartbeats.ndjson

# Parcels of two days: most arrive within hours, one too late, two not at all.
awk "$common"'BEGIN {
  seed = 12
  split("Basel Bern Genf", cities, " ")
  for (parcel = 1; parcel <= 24; parcel++) {
    sent = 300 * below(480)
    key = sprintf("%07d%02d", sent, parcel)
    lines[key] = sprintf("{\"t\":%d,\"parcel\":%d,\"sent\":\"%s\"}", sent, parcel, cities[1 + below(3)])
    if (parcel % 10 == 7) continue
    came = sent + 60 * (parcel == 15 ? 500 : 30 + below(180))
    key = sprintf("%07d%02d", came, parcel)
    lines[key] = sprintf("{\"t\":%d,\"parcel\":%d,\"arrived\":true}", came, parcel)
  }
  count = 0
  for (key in lines) keys[++count] = key
  for (i = 2; i <= count; i++) {
    key = keys[i]
    for (j = i - 1; j > 0 && keys[j] > key; j--) keys[j + 1] = keys[j]
    keys[j + 1] = key
  }
  for (i = 1; i <= count; i++) print lines[keys[i]]
}' >parcels.ndjson
