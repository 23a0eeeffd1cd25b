// The data of the package moment-timezone: one line of text for each zone, as its documentation "Packed Format" says.

import { MINUTE_MS } from '../durations.ts';
import { type Span, type Zone, zoneOf } from './zone.ts';

/** Digits of base 60: 0-9, a-z, A-X. */
const digit = (code: number): number => code - (code > 96 ? 87 : code > 64 ? 29 : 48);

/** A number of base 60, with a fraction after a point. */
const unpackNumber = (text: string): number => {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
  let value = 0;
  for (const character of whole) value = value * 60 + digit(character.charCodeAt(0));
  let part = 1;
  for (const character of fraction) {
    part /= 60;
    value += digit(character.charCodeAt(0)) * part;
  }
  return isNegative ? -value : value;
};

/** The data end with this year, in which the changes of a zone continue if it has rules forever. */
const LAST_YEAR = 2400;

/** The fields after the name: abbreviations, offsets (minutes west), the offset of each span, and the minutes to its end. */
export const zoneOfPacked = (fields: readonly string[]): Zone => {
  const [, offsets = '', indices = '', lengths = ''] = fields;
  const seconds = (minutes: number): number => (Math.round(minutes * 60) * MINUTE_MS) / 60;
  const east = offsets.split(' ').map((text) => 0 - seconds(unpackNumber(text)));
  const untils = lengths.split(' ').map(unpackNumber);
  const spans: Span[] = [];
  let from = Number.NEGATIVE_INFINITY;
  let minutes = 0;
  Array.from(indices).forEach((index, position) => {
    spans.push({ from, offset: east[unpackNumber(index)] ?? 0 });
    minutes += untils[position] ?? 0;
    from = seconds(minutes);
  });
  const last = spans.at(-1)?.from ?? 0;
  return zoneOf(spans, last > Date.UTC(LAST_YEAR, 0));
};
