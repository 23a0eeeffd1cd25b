// Captions as WebVTT. SubRip is converted (content.md "Media").

import { runAtOnce } from '../kernel/slices.ts';

/** A text is not captions. The message says where and why. */
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

/** The maximum number of lines of captions. A film of three hours has 15,000, and a megabyte of usual captions 60,000. */
const MAX_LINES = 100_000;
/** The maximum number of characters of a line, and of all lines of SubRip once they are converted. */
const MAX_LINE_LENGTH = 50_000;
const MAX_CONVERTED = 1_000_000;

const linesOf = (text: string): readonly string[] => {
  const lines = text.replace(/^\ufeff/, '').split(text.includes('\r') ? /\r\n|\r|\n/ : '\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new InvalidCaptions(`Captions can have at most ${MAX_LINES} lines.`);
  const long = lines.findIndex(({ length }) => length > MAX_LINE_LENGTH);
  if (long >= 0) throw new InvalidCaptions(`Line ${long + 1} has more than ${MAX_LINE_LENGTH} characters.`);
  return lines;
};

/** Lines without an empty one between them: those from the index `start` to `end`, which is not included. */
interface Block {
  readonly start: number;
  readonly end: number;
}

const isEmpty = (line: string | undefined): boolean => line === undefined || line === '' || line.trim() === '';

const blockFrom = (lines: readonly string[], from: number): Block | undefined => {
  let start = from;
  while (start < lines.length && isEmpty(lines[start])) start += 1;
  if (start === lines.length) return undefined;
  let end = start + 1;
  while (end < lines.length && !isEmpty(lines[end])) end += 1;
  return { start, end };
};

const milliseconds = (hours = '0', minutes = '0', seconds = '0', rest = '0'): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);

/** @throws InvalidCaptions */
const timingIn = (lines: readonly string[], { start, end }: Block) => {
  const at = lines[start]?.includes(ARROW) === true ? start : start + 1;
  const [, ...parts] = (at < end ? TIMING.exec(lines[at]?.trim() ?? '') : null) ?? [];
  if (parts.length === 0) {
    throw new InvalidCaptions(`Line ${at + 1} must be a timing such as '00:01.000 --> 00:04.000'.`);
  }
  if (milliseconds(...parts.slice(0, 4)) >= milliseconds(...parts.slice(4))) {
    throw new InvalidCaptions(`The cue on line ${at + 1} must end after it starts.`);
  }
  for (let extra = at + 1; extra < end; extra += 1) {
    if (lines[extra]?.includes(ARROW) === true) {
      throw new InvalidCaptions(`Line ${extra + 1} needs an empty line before it.`);
    }
  }
  return { at, parts };
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

/** The steps of checking captions, one for each block. They return WebVTT. */
export type CaptionSteps = Generator<void, string>;

function* checkedCues(lines: readonly string[], from: number): CaptionSteps {
  const written = [...lines];
  let count = 0;
  for (let block = blockFrom(lines, from); block !== undefined; block = blockFrom(lines, block.end)) {
    yield;
    const first = lines[block.start] ?? '';
    if (OTHER_BLOCK.test(first) && !first.includes(ARROW)) continue;
    const { at, parts } = timingIn(lines, block);
    const line = lines[at] ?? '';
    if (line.includes(',') || parts[0]?.length === 1 || parts[4]?.length === 1) written[at] = readable(line);
    count += 1;
  }
  requireCues(count);
  return `${written.join('\n').trimEnd()}\n`;
}

const checkedVtt = (lines: readonly string[]): CaptionSteps => {
  const { end } = blockFrom(lines, 0) ?? { end: 0 };
  if (lines.slice(0, end).some((line) => line.includes(ARROW))) {
    throw new InvalidCaptions("The line 'WEBVTT' needs an empty line after it.");
  }
  return checkedCues(lines, end);
};

const time = ([hours = '00', minutes, seconds, rest]: readonly (string | undefined)[]): string =>
  `${hours.padStart(2, '0')}:${minutes}:${seconds}.${rest}`;

function* fromSubRip(lines: readonly string[]): CaptionSteps {
  const cues: string[] = [];
  let length = 0;
  for (let block = blockFrom(lines, 0); block !== undefined; block = blockFrom(lines, block.end)) {
    yield;
    const { at, parts } = timingIn(lines, block);
    let cue = `${time(parts.slice(0, 4))} --> ${time(parts.slice(4))}`;
    for (let line = at + 1; line < block.end; line += 1) {
      const plain = (lines[line] ?? '').replace(FOREIGN_MARK, '').replace(BARE_BRACKET, '&lt;');
      if (!isEmpty(plain)) cue += `\n${plain}`;
      if (length + cue.length > MAX_CONVERTED) {
        throw new InvalidCaptions(`Captions can have at most ${MAX_CONVERTED} characters as WebVTT.`);
      }
    }
    length += cue.length;
    cues.push(cue);
  }
  requireCues(cues.length);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** Checks further cues of captions in WebVTT, without its first line. @throws InvalidCaptions as `webVttSteps` does. */
export const furtherCueSteps = (text: string): CaptionSteps => checkedCues(linesOf(text), 0);

/** Makes it from WebVTT or SubRip. @throws InvalidCaptions for other or too long texts, and for wrong times. */
export const webVttSteps = (text: string): CaptionSteps => {
  const lines = linesOf(text);
  if (HEADER.test(lines[0] ?? '')) return checkedVtt(lines);
  const { start, end } = blockFrom(lines, 0) ?? { start: 0, end: 0 };
  if (lines.slice(start, Math.min(end, start + 2)).some((line) => TIMING.test(line.trim()))) return fromSubRip(lines);
  throw new InvalidCaptions("Captions must be SubRip, or WebVTT starting with the line 'WEBVTT'.");
};

/** The WebVTT of captions, made in one pass. @throws InvalidCaptions as `webVttSteps` does. */
export const webVttFrom = (text: string): string => runAtOnce(webVttSteps(text));
