import { describe, expect, test } from 'bun:test';
import {
  CsvError,
  CsvReader,
  csvLine,
  escapeFormula,
  escapeFormulasOfJson,
  unescapeFormula,
} from '../../src/kernel/csv.ts';

const read = (...pieces: string[]) => {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()].map(({ cells }) => [...cells]);
};
/** Character by character: a file may be cut anywhere. */
const slowly = (text: string) => read(...text);

const cases: readonly (readonly [name: string, text: string, records: readonly (readonly string[])[]])[] = [
  [
    'plain',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CR LF',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'no last line break',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a byte order mark', '\ufeffa,b\n', [['a', 'b']]],
  ['quotes', '"a ""x""",b\n', [['a "x"', 'b']]],
  [
    'commas and line breaks inside quotes',
    '"a,1\r\n2\n3",b\nc,d\n',
    [
      ['a,1\r\n2\n3', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    ',\na,\n',
    [
      ['', ''],
      ['a', ''],
    ],
  ],
  ['an empty quoted cell', '""\n', [['']]],
  ['empty lines', 'a\n\n\r\nb\n', [['a'], ['b']]],
  ['ragged rows', 'a,b\nc\nd,e,f\n', [['a', 'b'], ['c'], ['d', 'e', 'f']]],
  ['a lonely CR is text', 'a\rb,c\r\n', [['a\rb', 'c']]],
  ['nothing', '', []],
];

describe('reading', () => {
  test.each(cases)('%s', (_name, text, records) => {
    const expected = records.map((cells) => [...cells]);
    expect(read(text)).toEqual(expected);
    expect(slowly(text)).toEqual(expected);
  });

  test('rows are counted as a spreadsheet counts them', () => {
    const reader = new CsvReader();
    const rows = [...reader.push('a\n"b\nc"\nd'), ...reader.end()].map(({ row }) => row);
    expect(rows).toEqual([1, 2, 3]);
    const afterEmpty = new CsvReader();
    const records = [...afterEmpty.push('\na\r\n\r\n\n\nb\n\n'), ...afterEmpty.push('c'), ...afterEmpty.end()];
    expect(records.map(({ row }) => row)).toEqual([2, 6, 8]);
  });

  test.each([
    ['a quote that is never closed', 'a\n"b', 2],
    ['a quote inside a plain field', 'a\nb"c"\n', 2],
    ['text after a closing quote', '"a"b\n', 1],
    ['a wrong row after empty lines', 'a\n\n\n\n"a"b\n', 5],
    ['a CR after a closing quote that ends no line', '"a"\rb\n', 1],
  ])('%s is refused with its row', (_name, text, row) => {
    for (const way of [read, slowly]) {
      let fault: unknown;
      try {
        way(text);
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(CsvError);
      expect((fault as CsvError).row).toBe(row);
    }
  });
});

describe('writing', () => {
  test('only what needs quotes gets them, and reading gives it back', () => {
    const cells = ['a', '', 'b,c', 'd"e', 'f\r\ng', ' h '];
    expect(csvLine(cells)).toBe('a,,"b,c","d""e","f\r\ng", h \r\n');
    expect(read(csvLine(cells))).toEqual([cells]);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['@cmd', "'@cmd"],
    ['\t=1', "'\t'=1"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['a|@b\t-c,+d', "a|'@b\t'-c,'+d"],
    ['＝1+1', "'＝1+1"],
    ['a;－2＋3', "a;'－2＋3"],
    ['a;-5;+1 555', 'a;-5;+1 555'],
    ["a;'-5", "a;''-5"],
    ["'=1", "''=1"],
    ["x\n=cmd|'/C calc'!A0\ny", "x\n'=cmd|'/C calc'!A0\ny"],
    ['x\r\n\r\n-2+3\r@y', "x\r\n\r\n'-2+3\r'@y"],
    ["x\n'=1\n-5", "x\n''=1\n-5"],
    ["'quoted'", "'quoted'"],
    ['+1 (555) 010-0199', '+1 (555) 010-0199'],
    ['-5', '-5'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%p is written %p, and read back', (text, written) => {
    expect(escapeFormula(text)).toBe(written);
    expect(unescapeFormula(written)).toBe(text);
  });

  test('JSON begins no formula behind a separator, and means the same', () => {
    const value = { tags: ['a;=1+1', '=x', 'b|@c', 'd;＝e'], 'k;-1': [1, -2] };
    const written = escapeFormulasOfJson(JSON.stringify(value));
    expect(written).not.toMatch(/[;|][=@＝]/);
    expect(JSON.parse(written)).toEqual(value);
  });
});
