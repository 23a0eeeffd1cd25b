// What the object storage must have after the copies of a night.

import type { Storage } from '../storage.ts';

const DAY_MS = 86_400_000;

const digests = new WeakMap<Uint8Array, string>();
const digestOf = (bytes: Uint8Array): string => {
  const digest = digests.get(bytes) ?? new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  digests.set(bytes, digest);
  return digest;
};

const mondayOf = (instant: string): string => {
  const day = new Date(instant);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
};

/** The files of the backups that are to be kept: of 7 days, and the last of each of 4 weeks and 6 months (docs/backups.md). */
const keptOf = (made: Storage['made'], now: number): Set<string> => {
  const kept = new Set<string>();
  const oldestFirst = [...made].sort(([, left], [, right]) => Date.parse(left.createdAt) - Date.parse(right.createdAt));
  for (const [file, { createdAt }] of oldestFirst) if (Date.parse(createdAt) > now - 7 * DAY_MS) kept.add(file);
  for (const [most, periodOf] of [
    [4, mondayOf],
    [6, (instant: string) => instant.slice(0, 7)],
  ] as const) {
    const lastOf = new Map(oldestFirst.map(([file, { createdAt }]) => [periodOf(createdAt), file]));
    for (const file of [...lastOf.values()].slice(-most)) kept.add(file);
  }
  return kept;
};

const jsonOf = (file: string): string => file.replace(/db$/, 'json');
const mediaOf = (sha256: string): string => `media/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/** @param isWhole whether the copies were made without a mishap: otherwise they may lack what the next night brings. */
export const copied = ({ store, made }: Storage, now: number, isWhole: boolean): string[] => {
  const wrong: string[] = [];
  const expected = new Set<string>();
  const kept = keptOf(made, now);
  const text = (name: string): string => Buffer.from(store.objects.get(name) ?? '').toString();
  const has = (name: string, sha256: string): boolean => {
    const bytes = store.objects.get(name);
    return bytes !== undefined && digestOf(bytes) === sha256;
  };
  for (const [file, { sha256, manifest, media }] of made) {
    const isManifest = text(jsonOf(file)) === manifest;
    if (isManifest && !has(file, sha256)) wrong.push('a manifest is there without its database');
    if (!isWhole || !kept.has(file)) continue;
    if (!isManifest) wrong.push('a backup that is kept has no copy');
    for (const each of media) if (!has(mediaOf(each), each)) wrong.push('a copy lacks its media');
    for (const name of [file, jsonOf(file), ...media.map(mediaOf)]) expected.add(name);
  }
  if (!isWhole) return [...new Set(wrong)];
  for (const name of store.objects.keys()) if (!expected.has(name)) wrong.push(`nothing needs an object: ${name}`);
  return [...new Set(wrong)];
};
