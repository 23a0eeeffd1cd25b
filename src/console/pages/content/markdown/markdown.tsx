import { useMemo } from 'react';
import type { Block, Cell, Inline as Part } from '../../../../kernel/markdown/nodes.ts';
import { parseMarkdown } from '../../../../kernel/markdown/parse.ts';
import { Inline } from './inline.tsx';

/** The headings of a text come below the headings of the page, without a gap between them. */
const headingOf = (depth: number): 'h3' | 'h4' => (depth <= 3 ? 'h3' : 'h4');

const Cells = ({ cells, tag: Tag }: { cells: readonly Cell[]; tag: 'td' | 'th' }) => (
  <tr>
    {cells.map(({ children, align }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
      <Tag key={index} data-align={align}>
        <Inline parts={children} />
      </Tag>
    ))}
  </tr>
);

const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => ('children' in part ? textOf(part.children) : 'text' in part ? part.text : ' ')).join('');

/** The name of the box of a task: its first line. */
const nameOf = ([first]: readonly Block[]): string => (first?.type === 'paragraph' ? textOf(first.children) : '');

const List = ({ first, items }: Extract<Block, { type: 'list' }>) => {
  const lines = items.map(({ isDone, children }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <li key={index} data-task={isDone === undefined ? undefined : ''}>
      {isDone !== undefined && (
        <input type="checkbox" checked={isDone} disabled readOnly aria-label={nameOf(children)} />
      )}
      <Blocks blocks={children} />
    </li>
  ));
  return first === undefined ? <ul>{lines}</ul> : <ol start={first}>{lines}</ol>;
};

const Table = ({ header, rows }: Extract<Block, { type: 'table' }>) => (
  <table>
    <thead>
      <Cells cells={header} tag="th" />
    </thead>
    <tbody>
      {rows.map((cells, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
        <Cells key={index} cells={cells} tag="td" />
      ))}
    </tbody>
  </table>
);

const BlockPart = ({ block }: { block: Block }) => {
  switch (block.type) {
    case 'heading': {
      const Heading = headingOf(block.depth);
      return (
        <Heading data-depth={block.depth}>
          <Inline parts={block.children} />
        </Heading>
      );
    }
    case 'paragraph':
      return block.isTight ? (
        <Inline parts={block.children} />
      ) : (
        <p>
          <Inline parts={block.children} />
        </p>
      );
    case 'list':
      return <List {...block} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'code':
      return (
        <pre className="code">
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
    case 'table':
      return <Table {...block} />;
  }
};

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
  blocks.map((block, index) => <BlockPart key={index} block={block} />);

/** Markdown as elements. Its markup does nothing: it is shown as it was typed, and so is a text that takes too long to read. */
export const Markdown = ({ text }: { text: string }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return blocks === undefined ? <p className="as-typed">{text}</p> : <Blocks blocks={blocks} />;
};
