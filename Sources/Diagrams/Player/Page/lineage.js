// The ancestors and descendants of an event: lit when it is chosen, while the rest is dimmed.
let lit = null;
let chosen = -1;

function choose(event) {
  chosen = event;
  lit = null;
  if (event >= 0) {
    lit = new Uint8Array(count);
    for (const neighbours of [causesOf, effectsOf]) {
      const open = [event];
      const seen = new Uint8Array(count);
      while (open.length > 0) {
        const next = open.pop();
        lit[next] = 1;
        for (const other of neighbours.of(next)) {
          if (seen[other]) continue;
          seen[other] = 1;
          open.push(other);
        }
      }
    }
  }
  refresh();
}

// A path goes down from the cause, along inside the operator while it is kept, and down again.
function tracePath(cause, event) {
  const stage = eventStage[event];
  if (stage < 0 || eventStage[cause] < 0) return;
  const from = xOf(positionOf(cause)), to = xOf(positionOf(event));
  if (Math.max(from, to) < 0 || Math.min(from, to) > layout.width) return;
  const { box, line } = layout.rows[stage];
  const start = layout.rows[eventStage[cause]].line;
  ink.moveTo(from, start);
  if (to - from < 2) {
    ink.lineTo(to, line);
    return;
  }
  const middle = box ?? (start + line) / 2;
  const corner = Math.min(10, (to - from) / 2);
  ink.arcTo(from, middle, to, middle, corner);
  ink.arcTo(to, middle, to, line, corner);
  ink.lineTo(to, line);
}

// A path of an event that nothing came of leads to the place where it ended.
function tracePathToEnd(end, moment) {
  const [event, stage] = ends[end];
  if (endMoment[end] > moment || eventStage[event] < 0) return;
  const { box, line } = layout.rows[stage];
  const from = xOf(positionOf(event)), to = endX(end), y = box ?? line;
  ink.moveTo(from, layout.rows[eventStage[event]].line);
  ink.arcTo(from, y, to, y, Math.min(10, Math.max(0, to - from)));
  ink.lineTo(to, y);
}

// Thin lines for all visible paths, unless there are too many; strong ones for lit paths.
function drawPaths(moment, x) {
  const happened = arrivedCount(moment);
  const first = firstIndex(0, happened, i => positionOf(i) >= positionOfX(-200));
  const last = firstIndex(first, happened, i => xOf(positionOf(i)) > layout.width + 200);
  if (!lit && last - first > 600) return;
  const from = lit ? 0 : first, to = lit ? happened : last;
  let drawn = 0;
  ink.beginPath();
  for (let event = from; event < to && drawn < 3000; event += 1) {
    if (lit && !lit[event]) continue;
    for (const cause of causesOf.of(event)) {
      if (lit && !lit[cause]) continue;
      tracePath(cause, event);
      drawn += 1;
    }
    if (!lit) continue;
    for (const end of endsOf.of(event)) tracePathToEnd(end, moment);
  }
  ink.strokeStyle = lit ? colors.accent : colors.line;
  ink.lineWidth = lit ? 2 : 1;
  ink.globalAlpha = lit ? 0.8 : 0.7;
  ink.stroke();
  ink.globalAlpha = 1;
}

// The ring of the keyboard's focus, and of the pointer.
function drawFocus(moment) {
  for (const event of new Set([focused, hovered.event])) {
    if (event < 0 || eventStage[event] < 0 || hovered.end >= 0 && event !== focused) continue;
    const stage = eventStage[event];
    const { x, width } = placeOf(event);
    const y = layout.rows[stage].line;
    const half = width / 2 + 4;
    const isKeyboard = event === focused && document.activeElement === scroller;
    ink.strokeStyle = isKeyboard ? colors.accent : colors.muted;
    ink.lineWidth = isKeyboard ? 2.5 : 1.5;
    ink.beginPath();
    ink.roundRect(x - half, y - radius - 4, 2 * half, 2 * radius + 8, radius + 4);
    ink.stroke();
  }
}

// Where an event is drawn: at its cluster, or at its mark.
function placeOf(event) {
  const stage = eventStage[event];
  const row = rowEvents[stage];
  const index = firstIndex(0, row.length, i => row[i] >= event);
  if (row[index] !== event) return { x: xOf(positionOf(event)), width: 2 * radius };
  const made = clusters(stage);
  const at = firstIndex(0, made.length, i => made[i].end > index);
  return { x: layout.left + made[at].x - view.offset, width: made[at].width };
}

// The event at a point: a ball, a mark of a completion, or the end of an event; members of a
// cluster are all of those that have happened.
function pick(x, y) {
  const nothing = { event: -1, end: -1, members: [] };
  const stage = rowAt(y);
  if (stage >= stages.length || x < layout.gutter) return nothing;
  const moment = drawnMoment();
  const row = layout.rows[stage];
  const isOnLine = Math.abs(y - row.line) <= radius + 4;
  if (row.box === null ? isOnLine : Math.abs(y - row.box) <= row.boxHeight / 2) {
    const end = pickEnd(stage, x, moment);
    if (end >= 0) return { event: ends[end][0], end, members: [] };
  }
  if (!isOnLine) return nothing;
  const made = clusters(stage);
  const target = x - layout.left + view.offset;
  const near = firstCluster(made, target);
  for (const i of [near, near - 1]) {
    const cluster = made[i];
    if (!cluster || Math.abs(cluster.x - target) > cluster.width / 2 + 3) continue;
    const events = rowEvents[stage];
    const members = [];
    for (let k = cluster.first; k < cluster.end && arrival[events[k]] <= moment; k += 1) {
      members.push(events[k]);
    }
    const event = members.length ? members[members.length - 1] : events[cluster.first];
    return { event, end: -1, members };
  }
  const marks = rowMarks[stage];
  const after = firstIndex(0, marks.length, i => xOf(positionOf(marks[i])) >= x);
  for (const i of [after, after - 1]) {
    if (i >= 0 && i < marks.length && Math.abs(xOf(positionOf(marks[i])) - x) < 8) {
      return { event: marks[i], end: -1, members: [marks[i]] };
    }
  }
  return nothing;
}

function pickEnd(stage, x, moment) {
  const row = rowEnds[stage];
  const after = firstIndex(0, row.length, i => endX(row[i]) >= x);
  let best = -1, distance = 8;
  for (let i = Math.max(0, after - 1); i < Math.min(row.length, after + 2); i += 1) {
    const away = Math.abs(endX(row[i]) - x);
    if (away < distance && endMoment[row[i]] <= moment) [best, distance] = [row[i], away];
  }
  return best;
}
