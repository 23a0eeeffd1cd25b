// A file of the tz database as machines have it: TZif, RFC 9636.

import { spansOfRule, type TzRule, tzRuleOf } from './tz-rule.ts';
import { type Span, type Zone, zoneOf } from './zone.ts';

const HEADER_BYTES = 44;
/** Where a header has its counts: of UT indicators, wall indicators, leap seconds, changes, types, and bytes of names. */
const COUNTS_AT = 20;
const TYPE_BYTES = 6;
/** Some files begin at the Big Bang. */
const EARLIEST = -8_640_000_000_000_000;

/** The file is not as RFC 9636 says. */
class DamagedZone extends Error {}

interface Block {
  readonly isNewer: boolean;
  readonly changes: number;
  readonly types: number;
  readonly start: number;
  readonly end: number;
}

/** The block that begins at `at`; its times take `width` bytes. */
const blockAt = (view: DataView, at: number, width: 4 | 8): Block => {
  if (view.getUint32(at) !== 0x545a6966) throw new DamagedZone('it does not begin with TZif');
  const count = (index: number): number => view.getUint32(at + COUNTS_AT + 4 * index);
  const [changes, types] = [count(3), count(4)];
  const start = at + HEADER_BYTES;
  const end =
    start + changes * (width + 1) + types * TYPE_BYTES + count(5) + count(2) * (width + 4) + count(1) + count(0);
  if (end > view.byteLength || types === 0) throw new DamagedZone('it ends too early');
  return { isNewer: view.getUint8(at + 4) >= 0x32, changes, types, start, end };
};

/** How many years the changes after the last one in the file are made for: with 400, they repeat. */
const CYCLE_YEARS = 400;

/** The spans of a file, and after them those of its rule, which continue forever. */
const withRule = (spans: readonly Span[], rule: TzRule | undefined): Zone => {
  if (rule === undefined) return zoneOf(spans, false);
  const last = spans.at(-1)?.from ?? Number.NEGATIVE_INFINITY;
  if (rule.daylight === undefined) {
    // The rule says what the last span says, or that of a file without changes.
    return zoneOf(spans.length === 1 ? [{ from: last, offset: rule.offset }] : spans, false);
  }
  const year = new Date(Math.max(last, 0)).getUTCFullYear();
  const later = spansOfRule(rule, year, year + CYCLE_YEARS + 1).filter(({ from }) => from > last);
  return zoneOf([...spans, ...later], true);
};

/** What a file says: its spans, and the rule after them. */
interface Tzif {
  readonly spans: readonly Span[];
  readonly rule: TzRule | undefined;
}

/** Reads the bytes of a file. @throws Error that says what is wrong with them. */
export const readTzif = (bytes: Uint8Array): Tzif => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const first = blockAt(view, 0, 4);
    const width = first.isNewer ? 8 : 4;
    const { changes, types, start, end } = first.isNewer ? blockAt(view, first.end, 8) : first;
    const typesAt = start + changes * (width + 1);
    const offsetOf = (type: number): number => {
      if (type >= types) throw new DamagedZone('it names a type that it does not have');
      return view.getInt32(typesAt + type * TYPE_BYTES) * 1000;
    };
    const spans: Span[] = [{ from: Number.NEGATIVE_INFINITY, offset: offsetOf(0) }];
    for (let index = 0; index < changes; index += 1) {
      const at = start + index * width;
      const from = (width === 8 ? Number(view.getBigInt64(at)) : view.getInt32(at)) * 1000;
      const span = { from, offset: offsetOf(view.getUint8(start + changes * width + index)) };
      if (from < EARLIEST) spans[0] = { ...span, from: Number.NEGATIVE_INFINITY };
      else spans.push(span);
    }
    if (!first.isNewer) return { spans, rule: undefined };
    const text = new TextDecoder().decode(bytes.subarray(end)).split('\n')[1] ?? '';
    const rule = tzRuleOf(text);
    if (text !== '' && rule === undefined) throw new DamagedZone(`its rule '${text}' cannot be read`);
    return { spans, rule };
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedZone('it ends too early');
    throw error;
  }
};

/** The clock of a zone, of the bytes of its file. @throws Error that says what is wrong with the file. */
export const zoneOfTzif = (bytes: Uint8Array): Zone => {
  const { spans, rule } = readTzif(bytes);
  return withRule(spans, rule);
};
