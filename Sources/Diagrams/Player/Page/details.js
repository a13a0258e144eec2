// All there is to say about one event, with buttons for its causes and for what came of it.
const details = element('details');
const tip = element('tip');
let detailed = -2;

function eventButton(event) {
  const button = make('button', 'link', `#${event} ${shorten(textOf(event), 24)}`);
  button.type = 'button';
  button.title = `${stageName(eventStage[event])} at ${timeOf(event)}`;
  button.addEventListener('click', () => {
    visit(event);
    if (chosen >= 0) choose(event);
  });
  return button;
}

function addFact(name, ...content) {
  const fact = make('div', 'fact');
  fact.append(make('dt', '', name));
  const about = make('dd');
  about.append(...content);
  fact.append(about);
  details.append(fact);
}

function eventButtons(events) {
  const shown = Array.from(events.slice(0, 12), eventButton);
  if (events.length > 12) shown.push(` and ${events.length - 12} more`);
  return shown;
}

function prettyValue(event) {
  const text = textOf(event);
  const isLong = eventKind[event] === VALUE && text.length >= 60 && text.length <= 5000;
  return isLong ? indented(text) : shorten(text, 5000);
}

// The text of a value over several lines; its digits stay as they are.
function indented(text) {
  let depth = 0, made = '';
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (part === '}' || part === ']') {
      depth -= 1;
      made += '\n' + '  '.repeat(depth);
    }
    made += part;
    if (part === '{' || part === '[') depth += 1;
    if (part === '{' || part === '[' || part === ',') made += '\n' + '  '.repeat(depth);
    if (part === ':') made += ' ';
  }
  return made.replace(/([[{])\s+([\]}])/g, '$1$2');
}

function showDetails(event) {
  if (event === detailed) return;
  detailed = event;
  details.replaceChildren();
  element('details-title').textContent = event < 0 ? 'Event' : `Event #${event}`;
  if (event < 0) {
    details.append(make('p', 'note', 'Nothing has happened yet.'));
    return;
  }
  const [, run, , , , , record] = page.events[event];
  const stage = stages[eventStage[event]];
  const kind = eventKind[event] === VALUE ? 'value' : 'completion';
  addFact(kind, make('pre', '', prettyValue(event)));
  addFact('time', timeOf(event));
  const where = stage && stage.file ? `, ${stage.file}:${stage.line}:${stage.column}` : '';
  addFact('stage', make('b', '', stageName(eventStage[event])),
    (stage && stage.parameters ? ' ' + shorten(stage.parameters, 80) : '') + where
    + (run > 0 ? `, subscription ${run + 1}` : ''));
  if (record) addFact('record', `line ${record[2]} of ${record[1] || record[0]}`);
  if (causesOf.of(event).length > 0) addFact('because of', ...eventButtons(causesOf.of(event)));
  if (effectsOf.of(event).length > 0) addFact('led to', ...eventButtons(effectsOf.of(event)));
  for (const end of endsOf.of(event).slice(0, 12)) addFact('ended', ...endWords(end));
}

function endWords(end) {
  const by = ends[end][5];
  const words = [make('b', '', stageName(endStage(end))), `: ${endText(end)}`];
  if (by >= 0 && by < count) words.push(' ', eventButton(by));
  return words;
}

// A few lines beside the pointer or the focus.
function tipLines({ event, end, members }) {
  if (end >= 0) {
    return [[`#${event} ${shorten(textOf(event), 120)}`, 'value'],
      [`ended at ${timeText(base + BigInt(ends[end][3]))} in ${stageName(endStage(end))}`, ''],
      [endText(end), 'why']];
  }
  const causes = causesOf.of(event);
  const name = cause => `#${cause} ${shorten(labelOf(cause), 16)}`;
  const from = Array.from(causes.slice(0, 4), name).join(', ');
  const lines = [[shorten(textOf(event), 240), 'value'],
    [`#${event} at ${timeOf(event)} in ${stageName(eventStage[event])}`, '']];
  if (from) lines.push([`because of ${from}${causes.length > 4 ? ', …' : ''}`, '']);
  for (const index of endsOf.of(event).slice(0, 2)) {
    if (endMoment[index] > show.moment) continue;
    lines.push([`ended in ${stageName(endStage(index))}: ${endText(index)}`, 'why']);
  }
  if (members.length > 1) lines.push([`${members.length} events; click for the next`, 'more']);
  return lines;
}

function showTip(picked, x, y) {
  tip.hidden = picked.event < 0;
  if (tip.hidden) return;
  tip.replaceChildren(...tipLines(picked).map(([text, kind]) => make('div', kind, text)));
  const width = tip.offsetWidth, height = tip.offsetHeight;
  const left = Math.max(6, Math.min(window.innerWidth - width - 6, x - width / 2));
  const isBelow = y - height - 22 < 4;
  tip.style.left = left + 'px';
  tip.style.top = (isBelow ? y + 24 : y - height - 20) + 'px';
}
