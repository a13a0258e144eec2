// The show: the clock of the stream runs, and stops at each instant while balls fall. A moment
// of the show is a number of milliseconds at single speed; all that is drawn follows from it.
let fall = 320;
let stagger = 90;

const instants = [];
{
  const times = [...new Set([...eventTime, ...ends.map(end => Number(end[3]))])];
  times.sort((a, b) => a - b);
  for (const time of times) instants.push({ time, position: 0, from: 0, to: 0, last: 0 });
  if (instants.length === 0) instants.push({ time: 0, position: 0, from: 0, to: 0, last: 0 });
}
const instantOf = time => firstIndex(0, instants.length - 1, i => instants[i].time >= time);

// The position of an instant on the axis is its time, except that long silences are cut short.
const breaks = [];
const axisStart = (() => {
  const first = instants[0].time;
  const span = instants[instants.length - 1].time - first;
  const sinceStart = first + Number(base);
  return sinceStart >= 0 && sinceStart <= span ? -Number(base) : first;
})();
let axisLength = 0;
{
  const gaps = instants.map(({ time }, i) => time - (i ? instants[i - 1].time : axisStart));
  const sorted = gaps.filter(gap => gap > 0).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.75)] || 1;
  const limit = Math.max(8 * usual, sorted[sorted.length - 7] || 0);
  const cut = gaps.reduce((sum, gap) => sum + Math.max(0, gap - limit), 0);
  const isCut = cut > 0.4 * gaps.reduce((sum, gap) => sum + gap, 0);
  gaps.forEach((gap, i) => {
    if (isCut && gap > limit) breaks.push({ from: axisLength, to: axisLength + limit });
    axisLength += isCut ? Math.min(gap, limit) : gap;
    instants[i].position = axisLength;
  });
  if (axisLength === 0) axisLength = 1e9;
}

// At single speed a second is a second, if the show is then neither over at once nor endless.
const pace = (() => {
  if (axisLength >= 3e9 && axisLength <= 3e10) return 1e6;
  const wanted = axisLength / Math.min(30000, Math.max(5000, 700 * instants.length));
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [1, 2, 5, 10].find(digit => digit * power >= wanted * 0.999);
})();

const arrival = new Float64Array(count);
let showLength = 0;
// The show begins before anything has happened.
let beginning = 0;

// Plans the arrivals of events on their lines, in their order, and returns for how long the
// clock stops in all.
function planArrivals() {
  let now = beginning = fall;
  let event = 0, standing = 0, position = 0;
  for (const instant of instants) {
    now += (instant.position - position) / pace;
    position = instant.position;
    instant.from = now;
    let cursor = now;
    while (event < count && eventTime[event] <= instant.time) {
      for (const cause of causesOf.of(event)) {
        const isNew = eventTime[cause] === instant.time;
        cursor = Math.max(cursor, isNew ? arrival[cause] + fall : now + fall / 2);
      }
      arrival[event] = cursor;
      instant.last = cursor;
      cursor += stagger;
      event += 1;
    }
    instant.last = Math.max(instant.last, now);
    now = instant.to = Math.max(now, instant.last) + fall;
    standing += instant.to - instant.from;
  }
  showLength = now;
  return standing;
}
{
  const standing = planArrivals();
  const limit = Math.max(20000, Math.min(45000, 400 * count));
  if (standing > limit) {
    fall *= limit / standing;
    stagger *= limit / standing;
    planArrivals();
  }
}

const endMoment = ends.map(([event, , , offset, , by]) => {
  const instant = instants[instantOf(Number(offset))];
  const since = eventTime[event] === instant.time ? arrival[event] : instant.from;
  const cause = by >= 0 && by < count ? arrival[by] : 0;
  return Math.min(instant.to, Math.max(since + fall / 2, cause));
});
for (const row of rowEnds) row.sort((a, b) => endMoment[a] - endMoment[b] || a - b);

// The number of events that have arrived; the last of them is the current one.
const arrivedCount = moment => firstIndex(0, count, i => arrival[i] > moment);

function positionAt(moment) {
  const next = firstIndex(0, instants.length, i => instants[i].from > moment);
  const before = next > 0 ? instants[next - 1] : { position: 0, to: beginning };
  if (next === instants.length || moment <= before.to) return before.position;
  return Math.min(instants[next].position, before.position + (moment - before.to) * pace);
}

// The moment at which all has happened that happens up to a position.
function momentAt(position) {
  const next = firstIndex(0, instants.length, i => instants[i].position > position);
  const before = next > 0 ? instants[next - 1] : { position: 0, to: beginning };
  return Math.min(showLength, before.to + (Math.max(0, position) - before.position) / pace);
}

function timeAt(position) {
  const i = firstIndex(0, instants.length - 1, k => instants[k].position >= position);
  const to = instants[i];
  const from = i ? instants[i - 1] : { time: axisStart, position: 0 };
  const share = (position - from.position) / (to.position - from.position || 1);
  return from.time + (to.time - from.time) * share;
}
const positionAtInstant = time => instants[instantOf(time)].position;
const eventPosition = Float64Array.from(eventTime, positionAtInstant);
const endPosition = Float64Array.from(ends, end => positionAtInstant(Number(end[3])));
const positionOf = event => eventPosition[event];

// The stays of events inside operators, by the moment at which they enter.
const stays = [];
for (let event = 0; event < count; event += 1) {
  const leave = new Map();
  const note = (stage, moment, end) => {
    if (stage < 0 || stages[stage].role !== 'operator') return;
    const known = leave.get(stage);
    if (!known || known.moment < moment) leave.set(stage, { moment, end });
  };
  for (const effect of effectsOf.of(event)) {
    note(eventStage[effect], arrival[effect] - fall / 2, -1);
  }
  for (const end of endsOf.of(event)) note(endStage(end), endMoment[end], end);
  for (const [stage, { moment, end }] of leave) {
    const over = moment + (end >= 0 ? fall / 2 : 0);
    stays.push({ event, stage, from: arrival[event], to: moment, over, end });
  }
}

// A tree of the last exits, by which those inside at a moment are found without a look at all.
const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, stays.length)));
const latest = new Float64Array(2 * leaves).fill(-Infinity);
stays.forEach((stay, i) => { latest[leaves + i] = stay.over; });
for (let i = leaves - 1; i > 0; i -= 1) latest[i] = Math.max(latest[2 * i], latest[2 * i + 1]);

// Visits those that are inside an operator at a moment, up to a number of them.
function staysAt(moment, limit, visit) {
  const entered = firstIndex(0, stays.length, i => stays[i].from > moment);
  let found = 0;
  const search = (node, first, size) => {
    if (first >= entered || latest[node] <= moment || found >= limit) return;
    if (size === 1) {
      found += 1;
      visit(stays[first]);
      return;
    }
    // The latest first: they are nearest to the clock.
    search(2 * node + 1, first + size / 2, size / 2);
    search(2 * node, first, size / 2);
  };
  search(1, 0, leaves);
}
