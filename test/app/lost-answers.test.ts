import { expect, test } from 'bun:test';
import { countLostAnswers, lostAnswersIn } from '../../src/app/lost-answers.ts';
import { checkProxy } from '../../src/cli/doctor/server.ts';
import { configure } from '../../src/config/settings.ts';
import type { AccessEntry } from '../../src/http/access-log.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';

const ENTRY: AccessEntry = {
  requestId: 'req_1',
  method: 'POST',
  route: '/v2/checkins',
  isRouted: true,
  status: 201,
  milliseconds: 4,
  credentialId: 'key_1',
  address: undefined,
  isLost: true,
};

/** What `doctor` finds after these writes have lost their answers, one a day. */
const after = async (...entries: readonly AccessEntry[]) => {
  const { store, time, db } = openMadeUpStore();
  const lost = countLostAnswers(store);
  for (const entry of entries) {
    await time.moveTo(time.now() + DAY_MS);
    lost.add(entry);
    const stored = lost.stop();
    await store.drain();
    await stored;
  }
  const { config } = configure({ flags: {}, environment: {} });
  const doctor = (now = time.now()) =>
    checkProxy({ config, db, now, directory: '', settingsFile: undefined } as Parameters<typeof checkProxy>[0]);
  return { lost, db, time, doctor, total: lost.metrics()[0]?.samples[0]?.[1] };
};

test('three writes that lost their answers soon are a warning, which says which request and credential', async () => {
  const { doctor, db, time, total } = await after(ENTRY, ENTRY, { ...ENTRY, route: '/v2/bookings' });
  expect(total).toBe(3);
  expect(lostAnswersIn(db, time.now())).toMatchObject({
    count: 3,
    request: 'POST /v2/bookings',
    credentialId: 'key_1',
  });
  const { status, message, action } = doctor();
  expect(status).toBe('warning');
  expect(message).toContain('3 writes since');
  expect(message).toContain('The last one was POST /v2/bookings by key_1');
  expect(action).toContain('"Connection: close"');
  // After a week without any it is over.
  expect(doctor(time.now() + 8 * DAY_MS).status).toBe('ok');
});

test('two are none: clients go away at any moment', async () => {
  expect((await after(ENTRY, ENTRY)).doctor().status).toBe('ok');
});

test('a client that gave up after a second is counted, and no reason for a warning', async () => {
  const { total, doctor } = await after(...[1, 2, 3].map(() => ({ ...ENTRY, milliseconds: 1_000 })));
  expect([total, doctor().status]).toEqual([3, 'ok']);
});

test('a refusal and a request without a credential have lost nothing', async () => {
  const entries = [
    { ...ENTRY, status: 409 },
    { ...ENTRY, credentialId: undefined },
  ];
  const { total, doctor } = await after(...entries, ...entries);
  expect([total, doctor().status]).toEqual([0, 'ok']);
});
