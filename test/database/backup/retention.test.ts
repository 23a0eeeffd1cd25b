import { expect, test } from 'bun:test';
import type { Manifest } from '../../../src/database/backup/backup.ts';
import { expiredBackups } from '../../../src/database/backup/retention.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';

const NOW = Date.parse('2026-07-15T05:00:00.000Z');

const backup = (at: number, file?: string): Manifest => {
  const createdAt = new Date(at).toISOString();
  const named = file ?? `studiod-${createdAt}.db`;
  return {
    file: named,
    createdAt,
    release: '0',
    bytes: 1,
    sha256: '',
    schema: 1,
    counts: {},
    totals: {},
    keyFingerprint: null,
    media: [],
  };
};
const daysOf = (kept: readonly Manifest[]) => kept.map(({ createdAt }) => createdAt.slice(0, 10));

/** A year of nights, pruned after each, as a server does it. */
const aYear = (): Manifest[] => {
  let kept: Manifest[] = [];
  for (let night = 365; night >= 0; night -= 1) {
    const at = NOW - night * DAY_MS;
    kept = [backup(at), ...kept];
    const gone = new Set(expiredBackups(kept, at));
    kept = kept.filter((each) => !gone.has(each));
  }
  return kept;
};

test('7 days, 4 weeks and 6 months stay of a year of nights', () => {
  expect(daysOf(aYear())).toEqual([
    '2026-07-15',
    '2026-07-14',
    '2026-07-13',
    '2026-07-12',
    '2026-07-11',
    '2026-07-10',
    '2026-07-09',
    '2026-07-05',
    '2026-06-30',
    '2026-06-28',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
  ]);
});

test('an idle server keeps what it has, and other files are nobody else to remove', () => {
  const old = NOW - 400 * DAY_MS;
  const backups = [backup(old, 'before-migration-3.db'), backup(old, 'studiod-a.db'), backup(old - 1, 'studiod-b.db')];
  expect(expiredBackups(backups, NOW).map(({ file }) => file)).toEqual(['studiod-b.db']);
});
