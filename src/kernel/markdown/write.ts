import type { Block, Cell, Inline, ListItem } from './nodes.ts';

/** Where a link may lead: to pages and to emails, so that no script runs. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** The address of a link or a picture; undefined for one that does anything else. */
export const safeAddress = (href: string): string | undefined => {
  const address = href.trim();
  return SAFE.test(address) ? address : undefined;
};

type Around =
  | ('strong' | 'em' | 'del' | 'code' | 'p' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li')
  | ('table' | 'thead' | 'tbody' | 'tr');

/** A box that was typed at the beginning of an item, with the line that it stands for. */
interface Task {
  readonly isDone: boolean;
  readonly name: string;
}

/** How the parts of a text are written. What they are and where they belong is the same for all readers. */
export interface MarkdownWriter<Made> {
  readonly text: (text: string) => Made;
  readonly all: (parts: readonly Made[]) => Made;
  /** @param first the number of the first item of an `ol`. */
  readonly around: (tag: Around, content: Made, first?: number) => Made;
  readonly alone: (tag: 'br' | 'hr') => Made;
  readonly heading: (depth: number, content: Made) => Made;
  readonly link: (address: string, content: Made) => Made;
  readonly picture: (href: string, text: string) => Made;
  /** An item that is a task; without it, the item is written as any other. */
  readonly task?: (task: Task, content: Made) => Made;
  readonly cell: (tag: 'th' | 'td', content: Made, align: Cell['align']) => Made;
}

const textOf = (parts: readonly Inline[]): string =>
  parts.map((part) => ('children' in part ? textOf(part.children) : 'text' in part ? part.text : ' ')).join('');

/** The first line of an item. */
const nameOf = ([first]: readonly Block[]): string => (first?.type === 'paragraph' ? textOf(first.children) : '');

/** Writes the blocks of a text. Markup in it does nothing, and links lead to pages and emails alone. */
export const writeMarkdown = <Made>(blocks: readonly Block[], writer: MarkdownWriter<Made>): Made => {
  const { text, all, around, alone, heading, link, picture, task, cell } = writer;
  const line = (parts: readonly Inline[]): Made => all(parts.map(partOf));
  const several = (each: readonly Block[]): Made => all(each.map(blockOf));
  function partOf(part: Inline): Made {
    switch (part.type) {
      case 'strong':
      case 'em':
      case 'del':
        return around(part.type, line(part.children));
      case 'code':
        return around('code', text(part.text));
      case 'break':
        return alone('br');
      case 'link': {
        const address = safeAddress(part.href);
        return address === undefined ? line(part.children) : link(address, line(part.children));
      }
      case 'image':
        return picture(part.href, part.text);
      case 'text':
        return text(part.text);
    }
  }
  const item = ({ isDone, children }: ListItem): Made => {
    const content = several(children);
    if (isDone === undefined || task === undefined) return around('li', content);
    return task({ isDone, name: nameOf(children) }, content);
  };
  const row = (tag: 'th' | 'td', cells: readonly Cell[]): Made =>
    around('tr', all(cells.map(({ children, align }) => cell(tag, line(children), align))));
  function blockOf(block: Block): Made {
    switch (block.type) {
      case 'heading':
        return heading(block.depth, line(block.children));
      case 'paragraph':
        return block.isTight ? line(block.children) : around('p', line(block.children));
      case 'list':
        return around(block.first === undefined ? 'ul' : 'ol', all(block.items.map(item)), block.first);
      case 'quote':
        return around('blockquote', several(block.children));
      case 'code':
        return around('pre', around('code', text(block.text)));
      case 'rule':
        return alone('hr');
      case 'table': {
        const rows = block.rows.map((cells) => row('td', cells));
        return around('table', all([around('thead', row('th', block.header)), around('tbody', all(rows))]));
      }
    }
  }
  return several(blocks);
};
