import { describe, expect, test } from 'bun:test';
import { MOST_LEVELS, MOST_STEPS, stepsFor, stepsSpent } from '../../../src/kernel/markdown/budget.ts';
import { parseMarkdown } from '../../../src/kernel/markdown/parse.ts';
import { hostileTexts } from '../../helpers/hostile-texts.ts';

const line = (text: string) => {
  const [block] = parseMarkdown(text) ?? [];
  return block?.type === 'paragraph' ? block.children : undefined;
};
const text = (of: string) => ({ type: 'text' as const, text: of });

describe('what a text says', () => {
  test('blocks', () => {
    const typed =
      '# One\n\nTwo\nlines\n\n> quoted\n\n---\n\n```\ncode\n```\n\n3. three\n4. four\n\n- [x] done\n- [ ] open';
    expect(parseMarkdown(typed)).toEqual([
      { type: 'heading', depth: 1, children: [text('One')] },
      { type: 'paragraph', isTight: false, children: [text('Two'), text('\n'), text('lines')] },
      { type: 'quote', children: [{ type: 'paragraph', isTight: false, children: [text('quoted')] }] },
      { type: 'rule' },
      { type: 'code', text: 'code' },
      {
        type: 'list',
        first: 3,
        items: ['three', 'four'].map((each) => ({
          isDone: undefined,
          children: [{ type: 'paragraph', isTight: true, children: [text(each)] }],
        })),
      },
      {
        type: 'list',
        first: undefined,
        items: [
          { isDone: true, children: [{ type: 'paragraph', isTight: true, children: [text('done')] }] },
          { isDone: false, children: [{ type: 'paragraph', isTight: true, children: [text('open')] }] },
        ],
      },
    ]);
  });

  test('tables, with the sides of their columns', () => {
    expect(parseMarkdown('| a | b |\n|:-:|---|\n| *1* | |')).toEqual([
      {
        type: 'table',
        header: [
          { align: 'center', children: [text('a')] },
          { align: undefined, children: [text('b')] },
        ],
        rows: [
          [
            { align: 'center', children: [{ type: 'em', children: [text('1')] }] },
            { align: undefined, children: [] },
          ],
        ],
      },
    ]);
  });

  test('emphasis, code, breaks, entities, and markup as it was typed', () => {
    expect(line('**a** _b_ ~~c~~ `d`  \n&amp; \\* <b>')).toEqual([
      { type: 'strong', children: [text('a')] },
      text(' '),
      { type: 'em', children: [text('b')] },
      text(' '),
      { type: 'del', children: [text('c')] },
      text(' '),
      { type: 'code', text: 'd' },
      { type: 'break' },
      text('& * <b>'),
    ]);
  });

  test('links and pictures, and addresses that nobody marked', () => {
    const link = (href: string, shown = href) => ({ type: 'link' as const, href, children: [text(shown)] });
    expect(line('[a](https://a.example) ![b](/media/b.png)')).toEqual([
      link('https://a.example', 'a'),
      text(' '),
      { type: 'image', href: '/media/b.png', text: 'b' },
    ]);
    expect(line('See https://a.example/x_(y), www.b.example. Or (mail@c.example)!')).toEqual([
      text('See '),
      link('https://a.example/x_(y)'),
      text(', '),
      link('http://www.b.example', 'www.b.example'),
      text('. Or ('),
      link('mailto:mail@c.example', 'mail@c.example'),
      text(')!'),
    ]);
    expect(line('[see www.a.example](https://b.example)')).toEqual([link('https://b.example', 'see www.a.example')]);
    expect(line('"https://a.example/x">y')).toEqual([text('"'), link('https://a.example/x'), text('">y')]);
    expect(line('a@b, http://, 18:00')).toEqual([text('a@b, http://, 18:00')]);
    expect(line('[x][y]\n\n[y]: https://a.example')).toEqual([link('https://a.example', 'x')]);
  });
});

describe('what reading a text costs', () => {
  test('an article of 100,000 characters is read, with room', () => {
    const sentences = 'The *quick* brown fox, over the (lazy) dog. It was **nice** - really! '.repeat(4);
    const article = `## The class\n\n${sentences}\n\n- Mat\n- [Block](https://a.example)\n\n`;
    expect(parseMarkdown(article.repeat(400).slice(0, 100_000))).toBeArray();
    expect(stepsSpent()).toBeLessThan(0.9 * MOST_STEPS);
  });

  test.each(Object.entries(hostileTexts(100_000)))(
    '%s: 100,000 characters take no more steps than may be',
    (_, hostile) => {
      const blocks = parseMarkdown(hostile);
      // What went over was refused at that step: none of them takes more than one long line.
      expect(stepsSpent()).toBeLessThan(MOST_STEPS + 20 * 100_000);
      if (blocks !== undefined) expect(stepsSpent()).toBeLessThanOrEqual(MOST_STEPS);
    },
  );

  test('three texts of 5,000 characters, as a page of a challenge has, take little more than one article', () => {
    expect(3 * stepsFor(5000)).toBeLessThan(1.5 * MOST_STEPS);
    const most = Object.values(hostileTexts(5000)).map((hostile) =>
      parseMarkdown(hostile) === undefined ? 0 : stepsSpent(),
    );
    expect(Math.max(...most)).toBeWithin(stepsFor(5000) / 2, stepsFor(5000) + 1);
  });

  test('a short text that is dense is read', () => {
    const week = `|Mo|Tu|We|Th|Fr|Sa|Su|\n|-|-|-|-|-|-|-|\n${'|x||x||||x|\n'.repeat(300)}`;
    const tasks = '- [ ] do\n  - [x] *done*\n'.repeat(200);
    for (const text of [week, tasks, 'a', '> > - [a](b)\n']) expect(parseMarkdown(text)).toBeArray();
  });

  test('quotes, lists and emphasis have as many levels as may be, or are not read', () => {
    expect(parseMarkdown(`${'> '.repeat(MOST_LEVELS)}a`)).toBeUndefined();
    expect(parseMarkdown(`${'- '.repeat(MOST_LEVELS)}a`)).toBeUndefined();
    expect(parseMarkdown(`${'> '.repeat(MOST_LEVELS - 2)}a`)).toBeArray();
    expect(parseMarkdown(`${'*a _b '.repeat(40)}${'b_ a* '.repeat(40)}`)).toBeUndefined();
  });
});
