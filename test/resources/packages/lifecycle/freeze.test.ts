import { beforeEach, describe, expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { createClient, sellPackage } from '../../../helpers/sales.ts';

let studio: Studio;
let clientId: string;
let id: string;
beforeEach(async () => {
  studio = await openStudio();
  clientId = await createClient(studio);
  ({ id } = await sellPackage(studio, clientId));
});

const freeze = (body: object = {}) => studio.post(`/manage/packages/${id}/freeze`, body);
const unfreeze = () => studio.post(`/manage/packages/${id}/unfreeze`);
const at = (instant: string) => studio.time.skipTo(Date.parse(instant));
const reasonOf = (response: { status: number; body: { error: { code: string; details?: { code: string }[] } } }) => [
  response.status,
  response.body.error.code,
  response.body.error.details?.[0]?.code,
];

describe('POST /manage/packages/{id}/freeze', () => {
  test('200 freezes now, and the expiry moves by the frozen days', async () => {
    const response = await freeze({ endsAt: '2026-03-12T08:00:00+00:00', reason: 'injured' });
    expect(response.body).toMatchObject({
      isFrozen: true,
      freeze: {
        startsAt: '2026-03-02T08:00:00.000Z',
        endsAt: '2026-03-12T08:00:00.000Z',
        daysUsed: 10,
        daysAllowed: 60,
        reason: 'injured',
      },
      expiresAt: '2026-06-11T03:59:59.999Z',
    });
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({
      type: 'package.frozen',
      data: { packageId: id, clientId, endsAt: '2026-03-12T08:00:00.000Z', expiresAt: '2026-06-11T03:59:59.999Z' },
    });
  });

  test('200 planned, and ends by itself', async () => {
    const response = await freeze({ startsAt: '2026-03-02T10:00:00Z', endsAt: '2026-03-02T20:00:00Z' });
    expect([response.body.isFrozen, response.body.freeze.daysUsed]).toEqual([false, 1]);
    await at('2026-03-02T10:00:00.000Z');
    expect((await studio.get(`/v2/packages/${id}`)).body.isFrozen).toBe(true);
    await at('2026-03-02T20:00:00.000Z');
    const over = (await studio.get(`/v2/packages/${id}`)).body;
    expect([over.isFrozen, over.freeze, over.expiresAt]).toEqual([false, null, '2026-06-02T03:59:59.999Z']);
    expect(studio.events()).toEqual(['package.frozen', 'package.unfrozen']);
  });

  test('200 without an end: takes the days left in the year, across a change of the clocks', async () => {
    await studio.patch('/v2/settings', { membership: { maxFreezeDaysPerYear: 30 } });
    const { body } = await freeze();
    expect(body.freeze).toMatchObject({ endsAt: '2026-04-01T07:00:00.000Z', daysUsed: 30, daysAllowed: 30 });
  });

  test('200 without an end: ends at the same time of day, to the millisecond', async () => {
    await at('2026-03-02T08:00:18.250Z');
    const { body } = await freeze();
    const ends = '2026-05-01T07:00:18.250Z';
    expect(body.freeze).toMatchObject({ startsAt: '2026-03-02T08:00:18.250Z', endsAt: ends, daysUsed: 60 });
    expect(studio.eventsInFull()).toEqual([
      expect.objectContaining({ type: 'package.frozen', data: expect.objectContaining({ endsAt: ends }) }),
    ]);
  });

  test('200 the expiry stays where the settings say so', async () => {
    await studio.patch('/v2/settings', { membership: { freezeExtendsExpiry: false } });
    const { body } = await freeze({ endsAt: '2026-03-12T08:00:00Z' });
    expect(body.expiresAt).toBe('2026-06-01T03:59:59.999Z');
    expect((await unfreeze()).body.expiresAt).toBe('2026-06-01T03:59:59.999Z');
  });

  test('200 an end at the end of the calendar stays there', async () => {
    await studio.patch(`/manage/packages/${id}`, { expiresAt: '9999-12-31T23:59:59Z' });
    const { body } = await freeze({ endsAt: '2026-03-12T08:00:00Z' });
    expect(body).toMatchObject({ status: 'active', creditsRemaining: 10, expiresAt: '9999-12-31T23:59:59.999Z' });
    expect(studio.events()).toEqual(['package.frozen']);
  });

  test('400 an impossible time', async () => {
    for (const body of [
      { startsAt: '2026-03-01T08:00:00Z' },
      { endsAt: '2026-03-02T08:00:00Z' },
      { startsAt: '2026-07-01T08:00:00Z' },
    ]) {
      expect((await freeze(body)).status).toBe(400);
    }
    expect(studio.events()).toEqual([]);
  });

  test('409 frozen already, not allowed, no days left, cancelled', async () => {
    await freeze({ endsAt: '2026-03-12T08:00:00Z' });
    expect(reasonOf(await freeze())).toEqual([409, 'freeze_not_allowed', 'frozen']);
    await unfreeze();
    await studio.patch('/v2/settings', { membership: { freezeAllowed: false } });
    expect(reasonOf(await freeze())).toEqual([409, 'freeze_not_allowed', 'freeze_not_allowed']);
    await studio.given(studio.patch('/v2/settings', { membership: { freezeAllowed: true } }));
    const long = await freeze({ endsAt: '2026-06-30T08:00:00Z' });
    expect([...reasonOf(long), long.body.error.details[0].param]).toEqual([
      409,
      'freeze_not_allowed',
      'freeze_days_used_up',
      'endsAt',
    ]);
    expect(studio.events()).toEqual([]);
    await studio.patch('/v2/settings', { membership: { maxFreezeDaysPerYear: 0 } });
    expect(reasonOf(await freeze())).toEqual([409, 'freeze_not_allowed', 'freeze_days_used_up']);
    await studio.given(studio.post(`/v2/packages/${id}/cancel`));
    expect((await freeze()).body.error.code).toBe('package_already_cancelled');
    expect(studio.events()).toEqual([]);
  });
});

describe('the days of a year', () => {
  const sell = async () => {
    ({ id } = await sellPackage(studio, clientId, { validityDays: 1000 }));
  };
  /** Opens the studio again at a later time: moving the clock would run every job in between. */
  const jump = async (instant: string) => {
    await studio.app.stop();
    const { db, seal } = studio;
    studio = await openStudio({ file: db.serialize(), seal, startAt: Date.parse(instant) });
  };
  const daysUsed = async (body: object) => (await freeze(body)).body.freeze?.daysUsed;

  test('are not given back by planning a freeze of the next year and taking it back', async () => {
    await sell();
    expect(await daysUsed({ endsAt: '2026-04-09T08:00:00Z' })).toBe(38);
    await jump('2026-04-10T08:00:00.000Z');
    expect(await daysUsed({ startsAt: '2027-01-05T12:00:00Z', endsAt: '2027-01-10T12:00:00Z' })).toBe(5);
    await unfreeze();
    const refused = await freeze({ endsAt: '2026-05-03T08:00:00Z' });
    expect(reasonOf(refused)).toEqual([409, 'freeze_not_allowed', 'freeze_days_used_up']);
    expect(refused.body.error.message).toContain('23 days of 2026, but only 22 are left');
    expect(await daysUsed({})).toBe(60);
    await jump('2026-06-01T08:00:00.000Z');
    expect(reasonOf(await freeze())).toEqual([409, 'freeze_not_allowed', 'freeze_days_used_up']);
  });

  test('count in the year in which they are, and come back to it', async () => {
    await sell();
    await jump('2026-12-20T12:00:00.000Z');
    expect(await daysUsed({ endsAt: '2027-02-10T12:00:00Z' })).toBe(12);
    await jump('2027-01-11T12:00:00.000Z');
    await unfreeze();
    const { body } = await freeze({ endsAt: '2027-03-15T12:00:00Z' });
    expect(body.error.message).toContain('63 days of 2027, but only 50 are left');
    expect(await daysUsed({})).toBe(60);
  });

  test('without an end last until the end of the year before one whose days are used', async () => {
    await sell();
    expect(await daysUsed({ startsAt: '2027-01-01T12:00:00Z', endsAt: '2027-03-02T12:00:00Z' })).toBe(60);
    await jump('2027-12-25T12:00:00.000Z');
    expect(reasonOf(await freeze())).toEqual([409, 'freeze_not_allowed', 'freeze_days_used_up']);
    await jump('2028-01-01T12:00:00.000Z');
    expect((await freeze()).body.freeze).toMatchObject({ daysUsed: 60, endsAt: '2028-03-01T12:00:00.000Z' });
  });
});

describe('POST /manage/packages/{id}/unfreeze', () => {
  test('200 the unused days can be frozen again', async () => {
    await freeze({ endsAt: '2026-03-12T08:00:00Z' });
    await at('2026-03-05T08:00:00.000Z');
    studio.events();
    const { body } = await unfreeze();
    expect(body).toMatchObject({ isFrozen: false, freeze: null, expiresAt: '2026-06-04T03:59:59.999Z' });
    expect(studio.events()).toEqual(['package.unfrozen']);
    const again = await freeze({ endsAt: '2026-03-06T08:00:00Z' });
    expect(again.body.freeze.daysUsed).toBe(4);
  });

  test('200 an end that staff set meanwhile stands', async () => {
    await freeze({ endsAt: '2026-04-01T08:00:00Z' });
    await studio.given(studio.patch(`/manage/packages/${id}`, { expiresAt: '2026-03-12T08:00:00.000Z' }));
    const { body } = await unfreeze();
    expect(body).toMatchObject({
      status: 'active',
      isFrozen: false,
      creditsRemaining: 10,
      expiresAt: '2026-03-12T08:00:00.000Z',
    });
    expect(studio.events()).toEqual(['package.unfrozen']);
  });

  test('409 not frozen', async () => {
    expect(reasonOf(await unfreeze())).toEqual([409, 'freeze_not_allowed', 'not_frozen']);
    expect(studio.events()).toEqual([]);
  });
});
