// The trace, as arrays with an element for each event.
const page = JSON.parse(document.getElementById('trace').textContent);
const stages = page.stages;
const base = BigInt(page.base);
const count = page.events.length;
const VALUE = 0, FINISHED = 1, FAILURE = 2;

const eventStage = new Int32Array(count);
const eventTime = new Float64Array(count);
const eventKind = new Uint8Array(count);

// Lists of numbers for each element, one after another: those of `i` begin at `starts[i]`.
function lists(size, pairs, from, to) {
  const starts = new Int32Array(size + 1);
  for (const pair of pairs) starts[pair[from] + 1] += 1;
  for (let i = 0; i < size; i += 1) starts[i + 1] += starts[i];
  const items = new Int32Array(pairs.length);
  const next = starts.slice(0, size);
  for (const pair of pairs) {
    items[next[pair[from]]] = pair[to];
    next[pair[from]] += 1;
  }
  return { of: i => items.subarray(starts[i], starts[i + 1]) };
}

// A cause comes before its effect. A number that does not is ignored, even if a file has one.
function isCause(cause, event) { return cause >= 0 && cause < event; }

let lastTime = -Infinity;
const causePairs = [];
for (let event = 0; event < count; event += 1) {
  const [stage, , offset, kind, , causes] = page.events[event];
  eventStage[event] = stage < stages.length ? stage : -1;
  lastTime = Math.max(lastTime, Number(offset));
  eventTime[event] = lastTime;
  eventKind[event] = kind;
  for (const cause of causes) if (isCause(cause, event)) causePairs.push([event, cause]);
}
const causesOf = lists(count, causePairs, 0, 1);
const effectsOf = lists(count, causePairs, 1, 0);

const ends = page.ends.filter(end => end[0] < count && end[1] < stages.length);
const endsOf = lists(count, ends.map((end, index) => [end[0], index]), 0, 1);
const endStage = index => ends[index][1];
const endText = index => page.texts[ends[index][6]];
const endReason = index => page.texts[ends[index][4]];

// The events of each stage, and the ends there, in order.
const rowEvents = stages.map(() => []);
const rowMarks = stages.map(() => []);
const rowEnds = stages.map(() => []);
for (let event = 0; event < count; event += 1) {
  const stage = eventStage[event];
  if (stage >= 0) (eventKind[event] === VALUE ? rowEvents : rowMarks)[stage].push(event);
}
ends.forEach((end, index) => rowEnds[end[1]].push(index));

// A ball has the colour of the event that it came from; one of several causes has two colours.
const hues = [252, 152, 70, 22, 308, 200, 112, 345];
const firstHue = new Uint8Array(count);
const lastHue = new Uint8Array(count);
let roots = 0;
for (let event = 0; event < count; event += 1) {
  const causes = causesOf.of(event);
  if (causes.length === 0) {
    firstHue[event] = lastHue[event] = roots % hues.length;
    if (eventKind[event] === VALUE) roots += 1;
  } else {
    firstHue[event] = firstHue[causes[0]];
    lastHue[event] = lastHue[causes[causes.length - 1]];
  }
}

// Seconds with all of their digits: an instant has more than a double holds.
function seconds(nanoseconds) {
  const sign = nanoseconds < 0n ? '−' : '';
  const whole = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const digits = (whole % 1000000000n).toString().padStart(9, '0').replace(/0+$/, '');
  return sign + (whole / 1000000000n) + (digits ? '.' + digits : '');
}

// Times that count from 1970 are dates, in the zone of the page: `2009-02-13 23:31:30.5`.
const zone = page.zone === null ? null : BigInt(page.zone);
function dateText(nanoseconds) {
  const local = nanoseconds + zone;
  const fraction = ((local % 1000000000n) + 1000000000n) % 1000000000n;
  const date = new Date(Number((local - fraction) / 1000000n)).toISOString();
  const digits = fraction.toString().padStart(9, '0').replace(/0+$/, '');
  return date.slice(0, 19).replace('T', ' ') + (digits ? '.' + digits : '');
}
const timeText = nanoseconds =>
  zone === null ? seconds(nanoseconds) + ' s' : dateText(nanoseconds);
const offsetOf = event => BigInt(page.events[event][2]);
const timeOf = event => timeText(base + offsetOf(event));

function stageName(stage) {
  if (stage < 0) return 'unknown stage';
  const { role, name } = stages[stage];
  return name || (role === 'output' ? 'output' : role);
}

// The value as it is written in a file, and as it is shown in a ball.
function textOf(event) {
  const kind = eventKind[event];
  if (kind === FINISHED) return 'finished';
  return kind === FAILURE ? 'failure: ' + page.events[event][4] : page.events[event][4];
}
const labels = new Array(count);
function labelOf(event) {
  if (labels[event] === undefined) {
    const own = page.events[event][7];
    let text = own ?? textOf(event);
    if (own === undefined && eventKind[event] === VALUE && text[0] === '"' && text.length < 400) {
      text = JSON.parse(text) || '""';
    }
    const characters = Array.from(text.slice(0, 80).replace(/\s+/g, ' '));
    labels[event] = characters.length > 32 ? characters.slice(0, 31).join('') + '…'
      : characters.join('');
  }
  return labels[event];
}
function shorten(text, limit) {
  if (text.length <= limit) return text;
  return Array.from(text.slice(0, 2 * limit)).slice(0, limit).join('') + '…';
}

// The first index at which `test` holds, of a range in which it holds from some index on.
function firstIndex(from, to, test) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (test(middle)) to = middle; else from = middle + 1;
  }
  return from;
}
