import { describe, expect, test } from 'bun:test';
import { webVttFrom } from '../../src/media/webvtt.ts';

describe('WebVTT', () => {
  test('is kept as it is, with its blocks, settings and names of cues', () => {
    const text =
      'WEBVTT - Flow\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE of the author\n\nintro\n' +
      '00:01.000 --> 00:04.000 align:start\n<v Ana>Hello\nthere\n\n01:00:00.000 --> 01:00:01.500\nÉnd\n';
    expect(webVttFrom(text)).toBe(text);
  });

  test('with a byte order mark and other line ends gets plain ones', () => {
    expect(webVttFrom('\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHi\r\n\r\n\r\n')).toBe(
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n',
    );
  });
});

test('times as SubRip writes them become those of WebVTT, which players read', () => {
  const text = 'WEBVTT\n\na, 1\n00:00:01,000 --> 0:00:02,500 line:1,end\n10,500\n\nNOTE\n00:01,000\n';
  expect(webVttFrom(text)).toBe(
    'WEBVTT\n\na, 1\n00:00:01.000 --> 00:00:02.500 line:1,end\n10,500\n\nNOTE\n00:01,000\n',
  );
  expect(webVttFrom('1\n0:00:01,000 --> 0:00:02,500\nHi')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHi\n');
});

test('SubRip is converted: numbers, commas and foreign marks go', () => {
  const text =
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">Hi</font> <i>you</i>{\\an8}\r\n\r\n' +
    '2\r\n00:00:03,000 --> 00:00:04,000 X1:1\r\nTwo\r\nlines\r\n';
  expect(webVttFrom(text)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHi <i>you</i>\n\n00:00:03.000 --> 00:00:04.000\nTwo\nlines\n',
  );
  expect(webVttFrom('00:00:01,000 --> 00:00:02,500\nI <3 you & <I>2 < 3 > 1</I>')).toContain(
    '\nI &lt;3 you & <I>2 &lt; 3 > 1</I>\n',
  );
  expect(webVttFrom('00:00:01,000 --> 00:00:02,500\nNo number')).toContain('00:00:01.000 --> 00:00:02.500\nNo number');
});

describe('refused', () => {
  const cases: readonly (readonly [what: string, text: string, message: string])[] = [
    ['no text', '', "Captions must be SubRip, or WebVTT starting with the line 'WEBVTT'."],
    ['HTML', '<html></html>', "Captions must be SubRip, or WebVTT starting with the line 'WEBVTT'."],
    ['another word', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHi', 'Captions must be SubRip, or WebVTT'],
    ['no cues', 'WEBVTT\n\nNOTE nothing\n', 'There are no cues.'],
    ['no empty line after the first', 'WEBVTT\n00:01.000 --> 00:02.000\nHi', 'needs an empty line after it'],
    ['no timing', 'WEBVTT\n\nname\nHi\n', "Line 4 must be a timing such as '00:01.000 --> 00:04.000'."],
    ['a timing that is none', 'WEBVTT\n\n0:1 --> 0:2\nHi\n', 'Line 3 must be a timing'],
    [
      'an end before the start',
      'WEBVTT\n\n00:02.000 --> 00:02.000\nHi\n',
      'The cue on line 3 must end after it starts.',
    ],
    [
      'two cues in one',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n00:03.000 --> 00:04.000\nYou',
      'Line 5 needs an empty line',
    ],
    ['SubRip that breaks off', '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n', 'Line 6 must be a timing'],
  ];
  for (const [what, text, message] of cases) test(what, () => expect(() => webVttFrom(text)).toThrow(message));
});

test('spaces and marks without end are answered at once', () => {
  const spaces = `WEBVTT\n\n00:01.000 -->${' '.repeat(49_000)}x`;
  const marks = `1\n00:00:01,000 --> 00:00:02,000\n${'<'.repeat(20_000)}`;
  expect(() => webVttFrom(spaces)).toThrow('must be a timing');
  expect(webVttFrom(marks)).toContain('&lt;&lt;&lt;');
});

describe('more than captions have is refused', () => {
  const cue = (line: string) => `1\n00:00:01,000 --> 00:00:02,000\n${line}\n\n`;
  for (const [what, text, message] of [
    ['lines', 'a\n\n'.repeat(330_000), 'Captions can have at most 100000 lines.'],
    ['empty lines, with other line ends', `WEBVTT${'\r'.repeat(900_000)}`, 'Captions can have at most 100000 lines.'],
    ['characters of a line', cue('<'.repeat(900_000)), 'Line 3 has more than 50000 characters.'],
    ['characters once they are converted', cue('<'.repeat(40_000)).repeat(20), 'at most 1000000 characters as WebVTT'],
  ] as const) {
    test(what, () => expect(() => webVttFrom(text)).toThrow(message));
  }

  test('27,000 cues are not', () => {
    const text = `WEBVTT\n\n${'00:00:01.000 --> 00:00:02.000\nHi\n\n'.repeat(27_000)}`;
    expect(webVttFrom(text)).toBe(`${text.trimEnd()}\n`);
  });
});
