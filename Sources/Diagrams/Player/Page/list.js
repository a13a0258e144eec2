// The list of events: rows are made for those in view alone, each says its place among all.
const list = element('list');
const listSpace = element('list-space');
const listRowHeight = 30;
// Browsers end the height of an element at some tens of millions of pixels.
const listHeight = Math.min(count * listRowHeight, 8000000);
const listRows = [];
// Layout is read when the page changes its size, not in a frame: that would compute it again.
const listView = { top: 0, height: 0 };
function measureList() { listView.height = list.clientHeight; }
function scrollList(top) {
  listView.top = Math.min(Math.max(0, top), Math.max(0, listHeight - listView.height));
  list.scrollTop = listView.top;
}
let listFirst = -1;

// A date is above the time of the day.
const listTime = event => zone === null ? timeOf(event) : timeOf(event).replace(' ', '\n');
list.classList.toggle('dated', zone !== null);
listSpace.style.height = listHeight + 'px';
{
  const last = Math.max(0, count - 1);
  const timeLength = Math.max(...[0, last, last >> 1, last >> 2]
    .flatMap(event => count > 0 ? listTime(event).split('\n') : ['-'])
    .map(line => line.length));
  list.style.setProperty('--number', String(last).length + 2 + 'ch');
  list.style.setProperty('--time', Math.min(20, timeLength + 0.5) + 'ch');
}
element('list-title').textContent =
  count === 1 ? '1 event' : count.toLocaleString('en') + ' events';

const listRange = () => Math.max(1, listHeight - listView.height);
const listEventRange = () => Math.max(0, count - Math.floor(listView.height / listRowHeight));
function firstListed() {
  if (listHeight === count * listRowHeight) return Math.floor(listView.top / listRowHeight);
  return Math.floor(listView.top / listRange() * listEventRange());
}

function makeListRow() {
  const row = make('div', 'event');
  row.setAttribute('role', 'option');
  for (const part of ['number', 'time', 'dot', 'stage', 'value', 'causes']) {
    row.append(make('span', part));
  }
  row.addEventListener('click', () => {
    visit(Number(row.dataset.event));
    choose(chosen === focused ? -1 : focused);
  });
  listRows.push(row);
  listSpace.append(row);
}

function fillListRow(row, event, top) {
  const isCurrent = event === currentEvent();
  row.hidden = event >= count;
  if (row.hidden) return;
  row.style.top = top + 'px';
  row.classList.toggle('future', arrival[event] > show.moment);
  row.classList.toggle('lit', lit !== null && lit[event] === 1);
  row.setAttribute('aria-selected', String(isCurrent));
  if (row.dataset.event === String(event)) return;
  row.dataset.event = String(event);
  row.id = 'event-' + event;
  row.setAttribute('aria-posinset', String(event + 1));
  row.setAttribute('aria-setsize', String(count));
  const [number, time, dot, stage, value, causes] = row.children;
  number.textContent = '#' + event;
  time.textContent = listTime(event);
  dot.dataset.hue = String(lastHue[event]);
  stage.textContent = stageName(eventStage[event]);
  value.textContent = shorten(textOf(event), 80);
  const from = Array.from(causesOf.of(event).subarray(0, 4), cause => '#' + cause);
  const more = causesOf.of(event).length - from.length;
  const rest = more > 0 ? ` +${more}` : '';
  causes.textContent = from.length === 0 ? '' : '← ' + from.join(' ') + rest;
}

function drawList() {
  const wanted = Math.min(count, Math.ceil(listView.height / listRowHeight) + 2);
  while (listRows.length < wanted) makeListRow();
  listFirst = Math.max(0, Math.min(count - wanted, firstListed()));
  const isExact = listHeight === count * listRowHeight;
  const top = isExact ? listFirst * listRowHeight : listView.top;
  // A row that stays in view stays the same element, so that its text is not set again.
  listRows.forEach((row, slot) => {
    const turn = ((slot - listFirst) % listRows.length + listRows.length) % listRows.length;
    fillListRow(row, listFirst + turn, top + turn * listRowHeight);
  });
  const current = currentEvent();
  const isShown = current >= listFirst && current < listFirst + listRows.length;
  if (isShown) list.setAttribute('aria-activedescendant', 'event-' + current);
  else list.removeAttribute('aria-activedescendant');
}

// Scrolls so far that an event is in view.
function revealInList(event) {
  if (event < 0) return;
  const rows = Math.floor(listView.height / listRowHeight);
  const first = firstListed();
  if (event > first && event < first + rows - 1) return;
  const wanted = event <= first ? event - 1 : event - rows + 2;
  scrollList(listHeight === count * listRowHeight ? wanted * listRowHeight
    : wanted / Math.max(1, listEventRange()) * listRange());
}

list.addEventListener('scroll', () => {
  // A position that was set comes back rounded.
  if (Math.abs(list.scrollTop - listView.top) > 1) listView.top = list.scrollTop;
  refresh();
});
list.addEventListener('keydown', press => {
  const rows = Math.max(1, Math.floor(listView.height / listRowHeight) - 1);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: rows, PageUp: -rows,
    Home: -count, End: count };
  if (press.ctrlKey || press.metaKey || press.altKey) return;
  if (press.key in moves) {
    const from = currentEvent();
    visit(Math.max(0, Math.min(count - 1, from + moves[press.key])));
  } else if (press.key === 'Enter') {
    choose(chosen === currentEvent() ? -1 : currentEvent());
  } else return;
  press.preventDefault();
  press.stopPropagation();
});
