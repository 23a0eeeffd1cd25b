import type { Token } from 'markdown-it';
import { spend, TooCostly } from './budget.ts';
import { withLinks } from './links.ts';
import type { Block, Cell, Inline, ListItem } from './nodes.ts';

/** What the parser makes is flat: here each token has what is in it. */
interface Branch {
  readonly token: Token;
  readonly children: readonly Branch[];
}

const NONE: readonly Branch[] = [];

/** Emphasis in emphasis: the parser has no limit, but what shows it calls itself for each level. */
const MOST_DEPTH = 60;

const branchesOf = (tokens: readonly Token[]): readonly Branch[] => {
  const top: Branch[] = [];
  const open: Branch[][] = [top];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: Branch[] | undefined = token.nesting > 0 ? [] : undefined;
    open.at(-1)?.push({ token, children: children ?? NONE });
    if (children !== undefined) open.push(children);
    if (open.length > MOST_DEPTH) throw new TooCostly('the text has too many levels');
  }
  return top;
};

const attribute = ({ attrs }: Token, name: string): string => String(attrs?.find(([each]) => each === name)?.[1] ?? '');

/** What is in place of a picture. Pictures in it are left out. */
const insteadOf = ({ children }: Token): string => (children ?? []).map(({ content }) => content).join('');

/** What a link and a picture take to be shown: their addresses are read. */
const LINK_STEPS = 20;
const PICTURE_STEPS = 20;

const linked = (text: string): readonly Inline[] => {
  const parts = withLinks(text);
  spend(LINK_STEPS * (parts.length - 1));
  return parts;
};

function inlineOf({ token, children }: Branch, isInLink: boolean): readonly Inline[] {
  switch (token.type) {
    case 'strong_open':
      return [{ type: 'strong', children: inlines(children, isInLink) }];
    case 'em_open':
      return [{ type: 'em', children: inlines(children, isInLink) }];
    case 's_open':
      return [{ type: 'del', children: inlines(children, isInLink) }];
    case 'link_open':
      spend(LINK_STEPS);
      return [{ type: 'link', href: attribute(token, 'href'), children: inlines(children, true) }];
    case 'image':
      spend(PICTURE_STEPS);
      return [{ type: 'image', href: attribute(token, 'src'), text: insteadOf(token) }];
    case 'code_inline':
      return [{ type: 'code', text: token.content }];
    case 'hardbreak':
      return [{ type: 'break' }];
    case 'softbreak':
      return [{ type: 'text', text: '\n' }];
    default:
      return isInLink ? [{ type: 'text', text: token.content }] : linked(token.content);
  }
}

/** In a loop: a long text has tens of thousands of parts. */
const inlines = (branches: readonly Branch[], isInLink = false): readonly Inline[] => {
  const parts: Inline[] = [];
  for (const branch of branches) {
    const { type, content } = branch.token;
    if (type !== 'text' || content !== '') for (const part of inlineOf(branch, isInLink)) parts.push(part);
  }
  return parts;
};

/** The line of a heading, a paragraph or a cell. */
const lineOf = (branches: readonly Branch[]): readonly Inline[] =>
  inlines(branchesOf(branches.flatMap(({ token }) => token.children ?? [])));

const TASK = /^\[([ xX])\] /;

/** An item that begins with `[ ]` or `[x]` is a task. */
const itemOf = ({ children }: Branch): ListItem => {
  const blocks = branchBlocks(children);
  const [first, ...others] = blocks;
  const [start, ...rest] = first?.type === 'paragraph' ? first.children : [];
  const mark = start?.type === 'text' ? TASK.exec(start.text) : null;
  if (first?.type !== 'paragraph' || start?.type !== 'text' || mark === null) {
    return { isDone: undefined, children: blocks };
  }
  const line: Inline[] = [{ type: 'text', text: start.text.slice(mark[0].length) }, ...rest];
  return { isDone: mark[1] !== ' ', children: [{ ...first, children: line }, ...others] };
};

const SIDES = ['left', 'center', 'right'] as const;

const cellOf = ({ token, children }: Branch): Cell => ({
  align: SIDES.find((side) => attribute(token, 'style').endsWith(side)),
  children: lineOf(children),
});

const rowsOf = (part: Branch | undefined): (readonly Cell[])[] =>
  (part?.children ?? []).map(({ children }) => children.map(cellOf));

const tableOf = ([head, body]: readonly Branch[]): Block => ({
  type: 'table',
  header: rowsOf(head).flat(),
  rows: rowsOf(body),
});

function blockOf({ token, children }: Branch): readonly Block[] {
  switch (token.type) {
    case 'heading_open':
      return [{ type: 'heading', depth: Number(token.tag.slice(1)), children: lineOf(children) }];
    case 'paragraph_open':
      return [{ type: 'paragraph', isTight: token.hidden, children: lineOf(children) }];
    case 'bullet_list_open':
      return [{ type: 'list', first: undefined, items: children.map(itemOf) }];
    case 'ordered_list_open':
      return [{ type: 'list', first: Number(attribute(token, 'start') || 1), items: children.map(itemOf) }];
    case 'blockquote_open':
      return [{ type: 'quote', children: branchBlocks(children) }];
    case 'code_block':
    case 'fence':
      return [{ type: 'code', text: token.content.replace(/\n$/, '') }];
    case 'hr':
      return [{ type: 'rule' }];
    case 'table_open':
      return [tableOf(children)];
    default:
      return [];
  }
}

const branchBlocks = (branches: readonly Branch[]): readonly Block[] => branches.flatMap(blockOf);

export const blocksOf = (tokens: readonly Token[]): readonly Block[] => branchBlocks(branchesOf(tokens));
