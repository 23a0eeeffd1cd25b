import { expect, test } from 'bun:test';
import { conflict } from '../../../../src/kernel/problem.ts';
import { inHeldSeat } from '../../../../src/resources/bookings/create/held-seat.ts';
import { holdSeat } from '../../../../src/resources/bookings/status/counters.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';

const studio = forEachTest(openStudio);

const held = (sessionId: string) =>
  studio.db.query('select "offersHeld" from "sessions" where "id" = ?').values(sessionId).flat()[0];

/** A session with a seat that is held. */
const withHeldSeat = async (): Promise<string> => {
  const sessionId = await addSession(studio, { capacity: 2 });
  await studio.store.write((tx) => holdSeat(tx, sessionId, 1));
  return sessionId;
};

test('a seat that is booked is held no more, and stays held for a booking that is refused', async () => {
  const sessionId = await withHeldSeat();
  await studio.store.write((tx) => {
    const refused = () =>
      inHeldSeat(tx, { sessionId, isHeld: true }, () => {
        throw conflict('session_full', 'This class is full.');
      });
    expect(refused).toThrow();
  });
  expect(held(sessionId)).toBe(1);
  const booked = await studio.store.write((tx) => inHeldSeat(tx, { sessionId, isHeld: true }, () => held(sessionId)));
  expect([booked, held(sessionId)]).toEqual([0, 0]);
  await studio.store.write((tx) => inHeldSeat(tx, { sessionId, isHeld: false }, () => undefined));
  expect(held(sessionId)).toBe(0);
});

test('a full disk, which ends the transaction, holds no second seat', async () => {
  const sessionId = await withHeldSeat();
  const full = studio.store.write((tx) =>
    inHeldSeat(tx, { sessionId, isHeld: true }, () => {
      tx.db.run('ROLLBACK');
      throw new Error('database or disk is full');
    }),
  );
  expect(full).rejects.toThrow('full');
  await full.catch(() => {});
  expect(held(sessionId)).toBe(1);
});
