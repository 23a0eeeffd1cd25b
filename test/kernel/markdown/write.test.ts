import { describe, expect, test } from 'bun:test';
import { parseMarkdown } from '../../../src/kernel/markdown/parse.ts';
import { type MarkdownWriter, safeAddress, writeMarkdown } from '../../../src/kernel/markdown/write.ts';

/** Writes what each part is, so that its place can be seen. */
const plain: MarkdownWriter<string> = {
  text: (text) => text.replaceAll('\n', ' '),
  all: (parts) => parts.join(''),
  around: (tag, content, first) => `${tag}${first ?? ''}(${content})`,
  alone: (tag) => `${tag}()`,
  heading: (depth, content) => `h${depth}(${content})`,
  link: (address, content) => `a[${address}](${content})`,
  picture: (href, text) => `img[${href}](${text})`,
  cell: (tag, content, align) => `${tag}${align ?? ''}(${content})`,
};
const withTasks: MarkdownWriter<string> = {
  ...plain,
  task: ({ isDone, name }, content) => `task[${isDone ? 'x' : ' '} ${name}](${content})`,
};
const written = (text: string, writer = plain): string => writeMarkdown(parseMarkdown(text) ?? [], writer);

describe('each part is written where it stands', () => {
  test.each([
    ['# A *b*\n\nc  \nd\n\n---', 'h1(A em(b))p(cbr()d)hr()'],
    ['**a ~~b~~** `<c>`', 'p(strong(a del(b)) code(<c>))'],
    ['> a\n>\n> - b', 'blockquote(p(a)ul(li(b)))'],
    ['3. a\n4. b', 'ol3(li(a)li(b))'],
    ['```\n<a>\n```', 'pre(code(<a>))'],
    ['![a](/media/b) <b>', 'p(img[/media/b](a) <b>)'],
    ['a|b\n:-|-:\nc|*d*', 'table(thead(tr(thleft(a)thright(b)))tbody(tr(tdleft(c)tdright(em(d)))))'],
  ])('%j', (text, expected) => {
    expect(written(text)).toBe(expected);
  });
});

describe('a link', () => {
  test.each([
    ['[a](https://b.example/c)', 'p(a[https://b.example/c](a))'],
    ['[a](<  MAILTO:b@c.example >)', 'p(a[MAILTO:b@c.example](a))'],
    ['[a](javascript:alert(1)) [*b*](/c)', 'p(a em(b))'],
    ['[a](<java\tscript:alert(1)>)', 'p(a)'],
    ['[a](data:text/html,b)', 'p(a)'],
  ])('leads to pages and mails, and is its text otherwise: %j', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  test('has an address with a scheme that runs nothing', () => {
    expect([' https://a.example', 'http:a', '//a.example', 'vbscript:a', ''].map(safeAddress)).toEqual([
      'https://a.example',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('a task has the name of its first line, and is an item for who writes no tasks', () => {
  const text = '- [x] a **b**\n- [ ] c\n- d';
  expect(written(text, withTasks)).toBe('ul(task[x a b](a strong(b))task[  c](c)li(d))');
  expect(written(text)).toBe('ul(li(a strong(b))li(c)li(d))');
});
