import { expect, test } from 'bun:test';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import { createIdempotency } from '../../src/http/idempotency.ts';
import { runOnce } from '../../src/http/operations/handlers/idempotent.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { forEachTest, openStudio } from '../helpers/api.ts';

const studio = forEachTest(openStudio);
const random = systemRandom();
const rootUrl = () => 'http://localhost';
const erased = conflict('client_erased', 'The client of this request was erased, and so was its response.');
const use = { key: 'k', credentialId: 'c', fingerprint: Buffer.from('f'), ofBytes: undefined };
const stored = () => studio.db.query('select status from idempotency').all();

const made = () => {
  const idempotency = createIdempotency(createSeal(temporaryKey(random), random), rootUrl);
  const replace = () =>
    studio.store.write((tx) => idempotency.replace(tx, (text) => text.includes('eve@'), erased, ''));
  return { idempotency, replace };
};

test('an error that was found before an erasure is not stored after it', async () => {
  const { idempotency, replace } = made();
  const deps = { store: studio.store, idempotency, rootUrl };
  const failing = (before: () => Promise<unknown>) =>
    runOnce(deps, use, 'req_1', {
      run: async () => {
        await before();
        throw conflict('client_email_exists', 'eve@example.com belongs to another client.');
      },
      replay: () => undefined,
    }).catch(() => {});
  await failing(replace);
  expect(stored()).toEqual([]);
  await failing(() => Promise.resolve());
  expect(stored()).toEqual([{ status: 409 }]);
});

test('a response that an erasure has replaced is not written again by the end of its change', async () => {
  const { idempotency, replace } = made();
  const response = { id: '1', email: 'eve@example.com' };
  await studio.store.write((tx) => idempotency.store(tx, use, 200, response));
  await replace();
  await studio.store.write((tx) => idempotency.update(tx, use, response));
  const again = idempotency.begin(studio.store.view(), use);
  expect([again?.status, JSON.stringify(again?.response)]).toEqual([409, expect.not.stringContaining('eve@')]);
});
