import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Copies } from '../../../src/cli/targets/copies.ts';
import type { Target } from '../../../src/cli/targets/target.ts';
import { BackupCipher } from '../../../src/database/backup/encryption.ts';
import { testFolder } from '../../helpers/process.ts';

const NOW = Date.parse('2026-03-08T05:00:00.000Z');
const NAME = 'studiod-20260308T041700000Z';
const sha256Of = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const PICTURE = 'a picture';
const MEDIA = `media/${sha256Of(PICTURE).replace(/^(..)(..)/, '$1/$2/$1$2')}`;

/** A backup with a file of media, in a directory of its own. */
const backUp = (): string => {
  const directory = testFolder();
  const database = 'a database';
  const manifest = {
    file: `${NAME}.db`,
    createdAt: '2026-03-08T04:17:00.000Z',
    release: 'test',
    bytes: database.length,
    sha256: sha256Of(database),
    schema: 1,
    counts: {},
    totals: {},
    keyFingerprint: null,
    media: [{ sha256: sha256Of(PICTURE), sizeBytes: PICTURE.length }],
  };
  for (const [name, text] of [
    [`${NAME}.db`, database],
    [`${NAME}.json`, JSON.stringify(manifest)],
    [MEDIA, PICTURE],
  ] as const) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
};

const memory = (objects: Map<string, Uint8Array>): Target => ({
  name: 'memory',
  list: async () => [...objects].map(([name, { length }]) => ({ name, bytes: length })),
  async put(name, make) {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await make()).bytes) pieces.push(piece);
    objects.set(name, Buffer.concat(pieces));
  },
  async *get(name) {
    yield objects.get(name) ?? new Uint8Array();
  },
  remove: async (name) => void objects.delete(name),
});

const ciphers = [
  ['plain', '', undefined],
  ['encrypted', '.enc', new BackupCipher('correct horse', 10)],
] as const;

for (const [form, suffix, cipher] of ciphers) {
  test.each([`${NAME}.db`, `${NAME}.json`, MEDIA])(
    `a copy that is ${form}, whose %s was cut off, is made again`,
    async (name) => {
      const directory = backUp();
      const objects = new Map<string, Uint8Array>();
      const copies = new Copies(memory(objects), cipher);
      await copies.update(directory, NOW);
      expect([...objects.keys()].sort()).toEqual(
        [MEDIA, `${NAME}.db`, `${NAME}.json`].map((each) => each + suffix).sort(),
      );
      const cut = (objects.get(name + suffix) ?? new Uint8Array()).slice(0, 5);
      objects.set(name + suffix, cut);
      await copies.update(directory, NOW);
      const elsewhere = testFolder();
      const file = await copies.fetch(
        { file: `${NAME}.db`, encrypted: undefined },
        elsewhere,
        join(elsewhere, 'media'),
      );
      expect(await Bun.file(file).text()).toBe('a database');
      expect(await Bun.file(join(elsewhere, MEDIA)).text()).toBe(PICTURE);
    },
  );
}

test('an update of whole copies sends nothing', async () => {
  const directory = backUp();
  const target = memory(new Map());
  await new Copies(target, undefined).update(directory, NOW);
  const put = async (): Promise<never> => {
    throw new Error('it was sent again');
  };
  expect(await new Copies({ ...target, put }, undefined).update(directory, NOW)).toEqual({ copied: [], removed: [] });
});

test('what is left of a copy whose removal or making was cut short goes after a day', async () => {
  const left = [
    'studiod-20260101T041700000Z.db',
    'studiod-20260101T041700000Z.db.enc',
    'studiod-20260102T041700000Z.json',
  ];
  const kept = ['studiod-20260308T030000000Z.db', 'before-restore-20260101T041700000Z.db', 'README'];
  const objects = new Map([...left, ...kept].map((name) => [name, new Uint8Array(5)]));
  await new Copies(memory(objects), undefined).update(testFolder(), NOW);
  expect([...objects.keys()]).toEqual(kept);
});
