// The stream file beside the diagram, with the acting operator lit.
const files = page.files.map(({ name, text }) => {
  const lines = text.replace(/(\r\n|[\r\n])$/, '').split(/\r\n|[\r\n]/);
  return { name, lines, ranges: new Map() };
});
const fileLimit = 20000;
const codeElement = element('code');
const fileSelect = element('file');
let shownFile = -1;
let litStage = -2;
const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

function makeLine(text, number) {
  const line = make('div', 'line');
  line.dataset.line = number;
  let from = 0;
  const shown = text.length > 4000 ? text.slice(0, 4000) + '…' : text;
  for (const match of shown.matchAll(token)) {
    line.append(shown.slice(from, match.index));
    const [whole, string, colon, digits] = match;
    const kind = string ? (colon ? 'key' : 'string') : digits ? 'number' : 'word';
    line.append(make('span', kind, string || whole));
    if (colon) line.append(colon);
    from = match.index + whole.length;
  }
  line.append(shown.slice(from) + (shown ? '' : ' '));
  return line;
}

function showFile(index) {
  if (index === shownFile) return;
  shownFile = index;
  fileSelect.value = String(index);
  codeElement.replaceChildren();
  const { lines } = files[index];
  for (let first = 0; first < Math.min(lines.length, fileLimit); first += 100) {
    const part = make('div', 'part');
    const end = Math.min(lines.length, fileLimit, first + 100);
    for (let i = first; i < end; i += 1) part.append(makeLine(lines[i], i + 1));
    codeElement.append(part);
  }
  const rest = lines.length - fileLimit;
  if (rest > 0) codeElement.append(make('p', 'note', `${rest} more lines are not shown`));
}

// The end of the value of the key at a place: pairs of brackets and quotes are counted.
function extentOf(text, start) {
  let depth = 0, isText = false, hasValue = false;
  const end = Math.min(text.length, start + 100000);
  for (let i = start; i < end; i += 1) {
    const character = text[i];
    if (isText) {
      if (character === '\\') i += 1;
      else if (character === '"') {
        isText = false;
        if (depth === 0 && hasValue) return i + 1;
      }
    } else if (character === '"') isText = true;
    else if (character === ':' && depth === 0) hasValue = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth < 0) return i;
      if (depth === 0) return i + 1;
    } else if (character === ',' && depth === 0) return i;
  }
  return end;
}

// The lines and columns of a stage's part of a file, from 0; columns count UTF-16 code units.
function rangeOf(stage) {
  const place = stages[stage];
  const index = files.findIndex(file => file.name === place.file);
  // An output belongs to the whole file.
  if (index < 0 || place.role === 'output') return null;
  const file = files[index];
  if (file.ranges.has(stage)) return file.ranges.get(stage);
  let range = null;
  const text = file.lines[place.line - 1];
  if (text !== undefined) {
    const column = Array.from(text).slice(0, place.column - 1).join('').length;
    const rest = file.lines.slice(place.line - 1, place.line + 400).join('\n');
    const parts = rest.slice(column, extentOf(rest, column)).trimEnd().split('\n');
    const last = parts.length - 1;
    range = {
      index, from: place.line - 1, to: place.line - 1 + last, column,
      end: parts[last].length + (last === 0 ? column : 0),
    };
  }
  file.ranges.set(stage, range);
  return range;
}

// The node and the offset in it of a column of a line.
function pointIn(line, column) {
  let rest = column;
  for (const child of line.childNodes) {
    const length = child.textContent.length;
    if (rest <= length) return [child.firstChild ?? child, rest];
    rest -= length;
  }
  return [line, line.childNodes.length];
}

const litLines = [];
const codeView = { top: 0, height: 0, line: 19 };
function measureCode() {
  codeView.height = codeElement.clientHeight;
  const line = codeElement.querySelector('.line');
  if (line) codeView.line = line.getBoundingClientRect().height || codeView.line;
}
codeElement.addEventListener('scroll', () => { codeView.top = codeElement.scrollTop; });
function lightCode(stage) {
  if (stage === litStage) return;
  litStage = stage;
  for (const line of litLines.splice(0)) line.classList.remove('lit');
  const highlights = window.Highlight && CSS.highlights;
  if (highlights) highlights.delete('acting');
  const range = stage >= 0 ? rangeOf(stage) : null;
  if (!range || range.from >= fileLimit) return;
  showFile(range.index);
  const lineAt = i => codeElement.children[Math.floor(i / 100)]?.children[i % 100];
  for (let i = range.from; i <= range.to && lineAt(i); i += 1) {
    lineAt(i).classList.add('lit');
    litLines.push(lineAt(i));
  }
  if (litLines.length === 0) return;
  if (highlights) {
    const marked = document.createRange();
    marked.setStart(...pointIn(litLines[0], range.column));
    marked.setEnd(...pointIn(litLines[litLines.length - 1], range.end));
    highlights.set('acting', new Highlight(marked));
  }
  const top = range.from * codeView.line;
  if (top < codeView.top || top > codeView.top + codeView.height - 2 * codeView.line) {
    codeView.top = Math.max(0, top - codeView.height / 3);
    codeElement.scrollTop = codeView.top;
  }
}

files.forEach((file, index) => {
  const option = make('option', '', file.name);
  option.value = String(index);
  fileSelect.append(option);
});
fileSelect.hidden = files.length < 2;
fileSelect.addEventListener('change', () => showFile(Number(fileSelect.value)));
element('source').hidden = files.length === 0;
if (files.length > 0) {
  element('source-title').textContent = files.length === 1 ? files[0].name : 'Files';
  showFile(0);
}
