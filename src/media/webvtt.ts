// Captions as WebVTT. SubRip is converted (content.md "Media").

/** A text is no captions. The message says where and why. */
export class InvalidCaptions extends Error {}

const HEADER = /^WEBVTT(?:[ \t].*)?$/;
const TIME = '(?:(\\d{1,4}):)?([0-5]\\d):([0-5]\\d)[.,](\\d{3})';
const TIMING = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t].*)?$`);
const ARROW = '-->';
/** Blocks of WebVTT without a cue. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t].*)?$/;
/** The marks of SubRip that WebVTT does not have, which are left out. */
const FOREIGN_MARK = /<(?!\/?[biu]>)\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi;
/** What begins no mark. In WebVTT it would hide the text after it. */
const BARE_BRACKET = /<(?!\/?[biu]>)/gi;

interface Block {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

const blocksOf = (lines: readonly string[]): Block[] => {
  const blocks: Block[] = [];
  let start = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && lines[at]?.trim() !== '') continue;
    if (at > start) blocks.push({ line: start + 1, lines: lines.slice(start, at) });
    start = at + 1;
  }
  return blocks;
};

const milliseconds = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes = '0', seconds = '0', rest = '0'] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);
};

/** The index of the timing of a cue. @throws InvalidCaptions */
const timingIn = ({ line, lines }: Block): number => {
  const at = lines[0]?.includes(ARROW) === true ? 0 : 1;
  const match = TIMING.exec(lines[at]?.trim() ?? '');
  if (match === null) {
    throw new InvalidCaptions(`Line ${line + at} must be a timing such as '00:01.000 --> 00:04.000'.`);
  }
  if (milliseconds(match.slice(1, 5)) >= milliseconds(match.slice(5, 9))) {
    throw new InvalidCaptions(`The cue on line ${line + at} must end after it starts.`);
  }
  const extra = lines.findIndex((each, index) => index > at && each.includes(ARROW));
  if (extra >= 0) throw new InvalidCaptions(`Line ${line + extra} needs an empty line before it.`);
  return at;
};

const requireCues = (count: number): void => {
  if (count === 0) throw new InvalidCaptions('There are no cues.');
};

const WRITTEN_TIMES = /^(\s*)((?:\d+:)?\d\d:\d\d)[.,](\d{3}\s+-->\s+)((?:\d+:)?\d\d:\d\d)[.,](\d{3})/;

/** A time with two digits for hours. */
const withHours = (time: string): string => (/^\d:\d\d:/.test(time) ? `0${time}` : time);

/** A timing as players read it: with a point before the milliseconds, and two digits for hours. */
const readable = (timing: string): string =>
  timing.replace(
    WRITTEN_TIMES,
    (_times, indent: string, from: string, between: string, to: string, end: string) =>
      `${indent}${withHours(from)}.${between}${withHours(to)}.${end}`,
  );

const checkedVtt = (lines: readonly string[]): string => {
  const [head, ...blocks] = blocksOf(lines);
  if (head?.lines.some((line) => line.includes(ARROW)) === true) {
    throw new InvalidCaptions("The line 'WEBVTT' needs an empty line after it.");
  }
  const cues = blocks.filter(({ lines: [first = ''] }) => !OTHER_BLOCK.test(first) || first.includes(ARROW));
  const timings = new Set(cues.map((cue) => cue.line - 1 + timingIn(cue)));
  requireCues(cues.length);
  return `${lines
    .map((line, index) => (timings.has(index) ? readable(line) : line))
    .join('\n')
    .trimEnd()}\n`;
};

const fromSubRip = (lines: readonly string[]): string => {
  const cues = blocksOf(lines).map((block) => {
    const at = timingIn(block);
    const [timing = '', ...text] = block.lines.slice(at);
    const times = TIMING.exec(timing.trim()) ?? [];
    const time = (parts: readonly (string | undefined)[]): string => {
      const [hours = '00', minutes, seconds, rest] = parts;
      return `${hours.padStart(2, '0')}:${minutes}:${seconds}.${rest}`;
    };
    const plain = text
      .map((line) => line.replace(FOREIGN_MARK, '').replace(BARE_BRACKET, '&lt;'))
      .filter((line) => line.trim() !== '');
    return [`${time(times.slice(1, 5))} --> ${time(times.slice(5, 9))}`, ...plain].join('\n');
  });
  requireCues(cues.length);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
};

/**
 * The WebVTT of captions that are in WebVTT or in SubRip.
 * @throws InvalidCaptions for other texts, and for cues whose times are wrong.
 */
export const webVttFrom = (text: string): string => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (HEADER.test(lines[0] ?? '')) return checkedVtt(lines);
  const [first] = blocksOf(lines);
  if (first?.lines.slice(0, 2).some((line) => TIMING.test(line.trim())) === true) return fromSubRip(lines);
  throw new InvalidCaptions("Captions are WebVTT, whose first line is 'WEBVTT', or SubRip.");
};
