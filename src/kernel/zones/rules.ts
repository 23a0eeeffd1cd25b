import { readFileSync } from 'node:fs';
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'file' };
import { epochOf } from '../clock.ts';
import { zoneOfPacked } from './packed.ts';
import type { Zone } from './zone.ts';

/** The rules of all time zones, of one version of the tz database of IANA. */
export interface ZoneRules {
  /** Such as 2026f; a later version is a greater text. */
  readonly version: string;
  /** Where they come from: `the program`, or a directory of this machine. */
  readonly source: string;
  /** About when this version was published, in epoch ms. */
  readonly publishedAt: number;
  /** The names of the zones as IANA spells them, by their lower case. Links are names too. */
  names(): ReadonlyMap<string, string>;
  /** The clock of a zone by its name as IANA spells it; undefined where there is no such zone. */
  zone(name: string): Zone | undefined;
  /** Whether they have a file of a zone that cannot be read. */
  isDamaged(name: string): boolean;
}

/** The version in the package moment-timezone. A test compares it with the package. */
export const PROGRAM_VERSION = '2026f';
const PROGRAM_PUBLISHED = '2026-10-29T00:00:00Z';

interface Packed {
  readonly version: string;
  readonly zones: readonly string[];
  readonly links: readonly string[];
}

/** Names that IANA has taken back, which data of earlier releases may have. */
const FORMER_LINKS = ['America/Los_Angeles|US/Pacific-New', 'America/Regina|Canada/East-Saskatchewan'];

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The executable has the file compressed. It is read for each zone again: most programs need two zones, and it is large. */
export const readPacked = (): Packed => {
  const bytes = readFileSync(packed);
  const text = ZSTD.equals(bytes.subarray(0, ZSTD.length)) ? Bun.zstdDecompressSync(bytes) : bytes;
  const { version, zones, links }: Packed = JSON.parse(new TextDecoder().decode(text));
  return { version, zones, links: [...links, ...FORMER_LINKS] };
};

/** `America/Vancouver|LMT PST|...`, `America/Vancouver|Canada/Pacific`: the fields of a line. */
const fieldsOf = (line: string): readonly string[] => line.split('|');

const namesOfPacked = ({ zones, links }: Packed): string[] => [
  ...zones.map((line) => line.slice(0, line.indexOf('|'))),
  ...links.map((line) => line.slice(line.indexOf('|') + 1)),
];

const zoneIn = ({ zones, links }: Packed, name: string): Zone | undefined => {
  const link = links.find((line) => line.endsWith(`|${name}`));
  const target = link === undefined ? name : link.slice(0, link.indexOf('|'));
  const line = zones.find((each) => each.startsWith(`${target}|`));
  return line === undefined ? undefined : zoneOfPacked(fieldsOf(line).slice(1));
};

export const namesByLowerCase = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map(Array.from(names, (name) => [name.toLowerCase(), name]));

export const programRules: ZoneRules = {
  version: PROGRAM_VERSION,
  source: 'the program',
  publishedAt: epochOf(PROGRAM_PUBLISHED),
  names: () => namesByLowerCase(namesOfPacked(readPacked())),
  zone: (name) => zoneIn(readPacked(), name),
  isDamaged: () => false,
};
