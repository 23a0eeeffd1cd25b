import { Lexer, type Token, type Tokens } from 'marked';
import type { ReactNode } from 'react';
import { Inline } from './inline.tsx';

/** The headings of a text come below the headings of the page, without a gap between them. */
const headingOf = (depth: number): 'h3' | 'h4' => (depth <= 3 ? 'h3' : 'h4');

const Cells = ({ cells, tag: Tag }: { cells: readonly Tokens.TableCell[]; tag: 'td' | 'th' }) => (
  <tr>
    {cells.map(({ tokens, align }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
      <Tag key={index} data-align={align ?? undefined}>
        <Inline tokens={tokens} />
      </Tag>
    ))}
  </tr>
);

const List = ({ token: { ordered, start, items } }: { token: Tokens.List }) => {
  const lines = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <li key={index} data-task={item.task ? '' : undefined}>
      {item.task && <input type="checkbox" checked={item.checked === true} disabled readOnly aria-label={item.text} />}
      <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} />
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{lines}</ol> : <ul>{lines}</ul>;
};

const blockOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'heading': {
      const Heading = headingOf(token.depth);
      return (
        <Heading data-depth={token.depth}>
          <Inline tokens={token.tokens} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'text':
      return <Inline tokens={token.tokens ?? [token]} />;
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      );
    case 'code':
      return (
        <pre className="code">
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return (
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
    }
    case 'space':
    case 'def':
      return null;
    default:
      return <p>{token.raw}</p>;
  }
};

const Blocks = ({ tokens }: { tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => {
    const block = blockOf(token);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    return block === null ? null : <BlockPart key={index}>{block}</BlockPart>;
  });

const BlockPart = ({ children }: { children: ReactNode }) => children;

/** Markdown as elements. Its markup does nothing: it is shown as it was typed. */
export const Markdown = ({ text }: { text: string }) => <Blocks tokens={new Lexer({ gfm: true }).lex(text)} />;
