import type { Letter } from './letter.ts';
import { oneLine, paragraphsOf } from './one-line.ts';

interface Link {
  readonly label: string;
  readonly url: string;
}

const linked = ({ label, url }: Link): string => `${oneLine(label)}: ${url}`;
const joined = (lines: readonly string[]): string => lines.map(oneLine).join('\n');

/** A mail as text: the sentences of its HTML, in the same order. */
export const textOf = (letter: Letter): string => {
  const { heading, lead, block, facts = [], rows = [], action, ownNote = '', note, foot, footLink } = letter;
  const parts = [
    oneLine(heading),
    ...paragraphsOf(lead),
    ...(block === undefined ? [] : [joined([block.title, ...block.lines])]),
    ...facts.map(({ label, lines }) => joined([label, ...lines])),
    ...(rows.length === 0 ? [] : [joined(rows.map(({ label, value }) => `${label}: ${value}`))]),
    ...(action === undefined ? [] : [linked(action)]),
    ...paragraphsOf(ownNote),
    ...(note === undefined ? [] : paragraphsOf(`${note.strong ?? ''} ${note.text}`)),
    ...(note?.link === undefined ? [] : [linked(note.link)]),
  ];
  const below = [...foot.map(oneLine), ...(footLink === undefined ? [] : [linked(footLink)])];
  return `${parts.join('\n\n')}\n\n-- \n${below.join('\n')}\n`;
};
