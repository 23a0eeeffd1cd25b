import { joined, type Segment, type Sentence } from './model.ts';

/** How a segment that is no text is called in a chip. */
export type LabelOf = (segment: Exclude<Segment, string>) => string;

const chipOf = (segment: Exclude<Segment, string>, labelOf: LabelOf): HTMLElement => {
  const chip = document.createElement('span');
  chip.className = 'value-chip';
  chip.contentEditable = 'false';
  chip.dataset.segment = JSON.stringify(segment);
  chip.textContent = labelOf(segment);
  return chip;
};

const nodeOf = (segment: Segment, labelOf: LabelOf): Node =>
  typeof segment === 'string' ? document.createTextNode(segment) : chipOf(segment, labelOf);

/** Shows a sentence in a field: text, and a chip for each value. */
export const drawSentence = (field: HTMLElement, said: Sentence, labelOf: LabelOf): void => {
  field.replaceChildren(...said.map((segment) => nodeOf(segment, labelOf)));
};

const segmentsOf = (node: Node): Segment[] => {
  if (node instanceof Text) return [node.data];
  if (!(node instanceof HTMLElement)) return [];
  const { segment } = node.dataset;
  if (segment !== undefined) {
    const kept: Segment = JSON.parse(segment);
    return [kept];
  }
  if (node.tagName === 'BR') return ['\n'];
  const inner = [...node.childNodes].flatMap(segmentsOf);
  // Browsers put a line that is pasted into a block of its own.
  return node.tagName === 'DIV' || node.tagName === 'P' ? ['\n', ...inner] : inner;
};

/** What a field says now. The line break that browsers keep at the end of a field is none of it. */
export const readSentence = (field: HTMLElement): Sentence => {
  const said = joined([...field.childNodes].flatMap(segmentsOf));
  const last = said.at(-1);
  return typeof last === 'string' ? joined([...said.slice(0, -1), last.replace(/\n+$/, '')]) : said;
};

/** Where the caret is in a field; undefined where it is elsewhere. */
export const caretIn = (field: HTMLElement): Range | undefined => {
  const selection = getSelection();
  if (
    selection !== null &&
    selection.rangeCount > 0 &&
    field.contains(selection.getRangeAt(0).commonAncestorContainer)
  ) {
    return selection.getRangeAt(0).cloneRange();
  }
  return undefined;
};

export const endOf = (field: HTMLElement): Range => {
  const end = document.createRange();
  end.selectNodeContents(field);
  end.collapse(false);
  return end;
};

/** Puts a chip, or text, in the place of a range. Returns the place behind it. */
export const insertAt = (range: Range, segment: Segment, labelOf: LabelOf): Range => {
  const node = nodeOf(segment, labelOf);
  range.deleteContents();
  range.insertNode(node);
  const after = document.createRange();
  after.setStartAfter(node);
  after.collapse(true);
  return after;
};

/** Gives a field the focus, with the caret in a place. */
export const focusAt = (field: HTMLElement, place: Range): void => {
  field.focus();
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(place);
};
