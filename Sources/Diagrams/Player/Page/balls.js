// Balls: on their lines, inside operators, and on the way.

// A ball, or a longer one if its text needs it; with two colours if it came from two events.
function drawBall(x, y, width, event, text, alpha = 1, size = radius) {
  const half = Math.max(size, width / 2);
  ink.globalAlpha = alpha;
  ink.beginPath();
  ink.roundRect(x - half, y - size, 2 * half, 2 * size, size);
  ink.fillStyle = colors.fills[firstHue[event]];
  ink.fill();
  if (firstHue[event] !== lastHue[event]) {
    ink.save();
    ink.clip();
    ink.fillStyle = colors.fills[lastHue[event]];
    ink.fillRect(x, y - size, half, 2 * size);
    ink.restore();
  }
  ink.strokeStyle = colors.edges[lastHue[event]];
  ink.lineWidth = 1.5;
  ink.stroke();
  if (text) {
    ink.fillStyle = colors['ball-ink'];
    ink.font = fonts.ball;
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.fillText(text, x, y + 0.5);
  }
  ink.globalAlpha = 1;
}

const widths = new Map();
function widthOf(text) {
  let width = widths.get(text);
  if (width === undefined) {
    ink.font = fonts.ball;
    width = ink.measureText(text).width;
    if (widths.size > 20000) widths.clear();
    widths.set(text, width);
  }
  return width;
}

// As much of a label as fits a width: all, its beginning, or nothing.
function fitText(text, width) {
  if (widthOf(text) <= width) return text;
  const characters = Array.from(text);
  let kept = Math.min(characters.length - 1, Math.max(1, Math.floor(width / 6)));
  for (; kept > 0; kept -= 1) {
    const short = characters.slice(0, kept).join('') + '…';
    if (widthOf(short) <= width) return short;
  }
  return characters.length > 0 && widthOf(characters[0]) <= width ? characters[0] : '';
}

// The text of a cluster of which `shown` events have happened: values, or their number.
function fitCluster(made, index, row, shown) {
  const cluster = made[index];
  if (cluster.shown === shown) return;
  cluster.shown = shown;
  const before = index > 0 ? cluster.x - made[index - 1].x : 400;
  const after = index + 1 < made.length ? made[index + 1].x - cluster.x : 400;
  // A label may reach a little beyond the ends of the axis.
  const edge = layout.left - layout.gutter - 4;
  const end = axisLength * view.scale - cluster.x;
  const room = Math.min(before - 2, after - 2, 170, 2 * (end + edge), 2 * (cluster.x + edge));
  const members = row.slice(cluster.first, cluster.first + Math.min(shown, 6));
  const all = members.map(labelOf).join(', ');
  if (shown > 1 && (shown > 5 || widthOf(all) > room - 14)) {
    const number = shown < 1000 ? shown : Math.round(shown / 100) / 10 + 'k';
    cluster.text = fitText('×' + number, room);
  } else {
    cluster.text = fitText(all, Math.max(room - 14, 2 * radius - 5));
  }
  const wanted = widthOf(cluster.text) + (Array.from(cluster.text).length > 2 ? 16 : 8);
  cluster.width = Math.max(2 * radius, Math.min(wanted, Math.max(room, 2 * radius)));
}

function drawBalls(stage, moment) {
  const y = layout.rows[stage].line;
  const row = rowEvents[stage];
  const made = clusters(stage);
  const happened = firstIndex(0, row.length, i => arrival[row[i]] > moment);
  const from = firstCluster(made, positionOfX(-80) * view.scale);
  for (let i = from; i < made.length; i += 1) {
    const cluster = made[i];
    const x = layout.left + cluster.x - view.offset;
    if (x > layout.width + 80) break;
    const shown = Math.min(cluster.end, happened) - cluster.first;
    if (shown <= 0) {
      drawGhost(x, y, row[cluster.first]);
      continue;
    }
    fitCluster(made, i, row, shown);
    drawCluster(x, y, cluster, row, shown, moment);
  }
}

function drawGhost(x, y, event) {
  ink.globalAlpha = 0.32;
  ink.strokeStyle = colors.edges[lastHue[event]];
  ink.lineWidth = 1.25;
  ink.beginPath();
  ink.arc(x, y, radius - 3, 0, 2 * Math.PI);
  ink.stroke();
  ink.globalAlpha = 1;
}

function drawCluster(x, y, cluster, row, shown, moment) {
  let event = row[cluster.first + shown - 1];
  let alpha = 1;
  if (lit) {
    const member = litMember(row, cluster.first, cluster.first + shown);
    alpha = member < 0 ? 0.2 : 1;
    event = member < 0 ? event : member;
  }
  if (shown > 1) drawBall(x + 2.5, y - 2.5, cluster.width, event, '', alpha * 0.6);
  // A source's event was not on its way: it appears.
  const isNew = causesOf.of(event).length === 0 && shown === 1 && !isCalm();
  const age = isNew ? Math.min(1, (moment - arrival[event]) / (fall * 0.4) + 0.4) : 1;
  const text = age > 0.8 ? cluster.text : '';
  drawBall(x, y, cluster.width * age, event, text, alpha, radius * age);
}

function litMember(row, from, to) {
  for (let i = to - 1; i >= from; i -= 1) if (lit[row[i]]) return row[i];
  return -1;
}

// Values inside operators move along with the clock, the latest at its side, and fade when they
// end there.
const insideOfRow = new Map();
const isRiding = (stay, moment) => moment < stay.to && moment >= stay.from + fall / 2;
function drawInside(moment, x) {
  insideOfRow.clear();
  staysAt(moment, 600, stay => {
    if (isRiding(stay, moment)) {
      const held = insideOfRow.get(stay.stage);
      if (held) held.push(stay); else insideOfRow.set(stay.stage, [stay]);
    } else if (moment >= stay.to && stay.end >= 0) {
      const left = 1 - (moment - stay.to) / (fall / 2);
      const y = layout.rows[stay.stage].box;
      const size = radius * (0.5 + 0.3 * left);
      if (left > 0) drawMoving(endX(stay.end), y, stay.event, left, size);
    }
  });
  for (const [stage, held] of insideOfRow) {
    held.sort((a, b) => a.from - b.from || a.event - b.event);
    drawHeld(held, x, layout.rows[stage].box);
  }
}

function drawHeld(held, x, y) {
  const most = 8;
  const drawn = held.slice(-most);
  drawn.forEach((stay, i) => {
    const back = (drawn.length - 1 - i) * 15;
    drawMoving(x - back, y, stay.event, 1, radius - 2);
  });
  if (held.length <= most) return;
  ink.font = fonts.small;
  ink.fillStyle = colors.muted;
  ink.textAlign = 'right';
  const more = held.length >= 600 ? '600 or more' : '+' + (held.length - most);
  ink.fillText(more, x - most * 15 - 4, y + 0.5);
}

const shortLabels = new Map();
function shortLabel(event) {
  let text = shortLabels.get(event);
  if (text === undefined) {
    text = fitText(labelOf(event), 2 * radius - 5);
    if (shortLabels.size > 20000) shortLabels.clear();
    shortLabels.set(event, text);
  }
  return text;
}

function drawMoving(x, y, event, alpha, size) {
  if (eventKind[event] !== VALUE) return;
  const dim = lit && !lit[event] ? 0.2 : 1;
  const text = size > radius - 3 ? shortLabel(event) : '';
  drawBall(x, y, 2 * size, event, text, alpha * dim, size);
}

// Those on their way: from their line into the operator, and from there to the next line.
function drawFalling(moment, x) {
  if (isCalm()) return;
  const first = firstIndex(0, count, i => arrival[i] > moment - fall / 2);
  const inside = new Set();
  for (let event = first; event < count && arrival[event] < moment; event += 1) {
    if (eventKind[event] !== VALUE) continue;
    inside.clear();
    for (const effect of effectsOf.of(event)) inside.add(eventStage[effect]);
    for (const end of endsOf.of(event)) inside.add(endStage(end));
    const part = (moment - arrival[event]) / (fall / 2);
    for (const stage of inside) enter(event, stage, part, x);
  }
  for (let event = firstIndex(0, count, i => arrival[i] > moment); event < count; event += 1) {
    if (arrival[event] >= moment + fall) break;
    const part = 1 - (arrival[event] - moment) / fall;
    if (eventKind[event] === VALUE) leave(event, part, x);
  }
}

function enter(event, stage, part, x) {
  const to = stage >= 0 ? layout.rows[stage].box : null;
  if (to === null || eventStage[event] < 0) return;
  const from = layout.rows[eventStage[event]].line;
  drawMoving(x, from + (to - from) * part * part, event, 1, radius - 2 * part);
}

function leave(event, part, x) {
  const stage = eventStage[event];
  if (stage < 0 || causesOf.of(event).length === 0) return;
  const { box, line } = layout.rows[stage];
  if (box !== null) {
    if (part < 0.5) return;
    const rest = 2 - 2 * part;
    drawMoving(x, line + (box - line) * rest * rest, event, 1, radius - 2 * rest);
    return;
  }
  const ease = part * part * (3 - 2 * part);
  for (const cause of causesOf.of(event)) {
    if (eventTime[cause] !== eventTime[event] || eventStage[cause] < 0) continue;
    const from = layout.rows[eventStage[cause]].line;
    drawMoving(x, from + (line - from) * ease, event, 1, radius - 1);
  }
}
