import { beforeEach, describe, expect, test } from 'bun:test';
import { beginDevice } from '../../../src/auth/members/own/devices.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addSession, bookingOf } from '../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { createPlan } from '../../helpers/sales.ts';

const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
let member: Member;
let cookie: string;
let card: string;
beforeEach(async () => {
  member = await studio.member();
  card = (await studio.save(member)).id;
  const device = { clientId: member.clientId, kind: 'browser', userAgent: null, address: '127.0.0.1' } as const;
  const { token } = await studio.store.write((tx) => beginDevice(tx, systemRandom(), device));
  cookie = `studiod_member=${token}`;
});

const buy = async (terms: object = {}, siteId = MAIN_SITE): Promise<string> => {
  const plan = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: 30, autoRenews: true };
  const planId = await createPlan(studio, { ...plan, name: 'Monthly', isSoldOnline: true, ...terms });
  const purchase = { planId, paymentMethodId: card, acceptTerms: true };
  return (await studio.given(member.call('POST', '/public-api/v2/member/purchases', purchase, { 'x-site-id': siteId })))
    .package.id;
};
const get = async (path: string): Promise<string> =>
  (await studio.app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }))).text();
const post = (path: string, fields: Record<string, string> = {}) =>
  studio.app.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost' },
      body: new URLSearchParams({ key: crypto.randomUUID(), ...fields }),
    }),
  );

describe('/book/me/passes/{id}', () => {
  test('ends on the date that is on the button, and goes on when that is taken back', async () => {
    const path = `/book/me/passes/${await buy({ noticeDays: 14 })}`;
    expect(await get(path)).toContain(`href="${path}/end"`);
    const before = await get(`${path}/end`);
    expect(before).toContain('Cancel on April 1, 2026');
    expect(before).toContain('You will not be charged again.');
    expect((await post(`${path}/end`)).headers.get('location')).toBe(path);
    const ended = await get(path);
    expect(ended).toContain('Ends on April 1, 2026. Nothing changes until then. You will not be charged again.');
    expect(ended).not.toContain('Saved.');
    expect((await post(`${path}/keep`)).status).toBe(303);
    expect(await get(path)).toContain(`href="${path}/end"`);
  });

  test('a pass that has ended says what is still charged', async () => {
    const path = `/book/me/passes/${await buy({ minimumTermMonths: 3 })}`;
    const [said] = /You will be charged [^<]+/.exec(await get(`${path}/end`)) ?? [];
    expect(said).toMatch(/more times?: \$/);
    expect((await post(`${path}/end`)).status).toBe(303);
    expect(await get(path)).toContain(said ?? '?');
  });

  test('a pause says what it does, then does it, and ends', async () => {
    const path = `/book/me/passes/${await buy({ memberMayFreeze: true })}`;
    const dates = { from: '2026-03-10', to: '2026-03-19' };
    await addBooking(studio, member.clientId, await addSession(studio, { startsIn: 10 * DAY_MS }));
    const said = await (await post(`${path}/pause`, dates)).text();
    expect(said).toContain('Freeze through March 19, 2026');
    expect(said).toContain('1 booking in that time will be canceled.');
    expect(said).toContain('Frozen from March 10, 2026 through March 19, 2026. That uses 10 of');
    expect(await get(path)).toContain(`href="${path}/pause"`);
    expect((await post(`${path}/pause`, { ...dates, sure: '1' })).status).toBe(303);
    expect(await get(path)).toContain('Will be frozen from March 10, 2026 through March 19, 2026.');
    expect((await post(`${path}/go-on`)).status).toBe(303);
    expect(await get(path)).toContain(`href="${path}/pause"`);
  });

  test('a pause keeps the bookings inside it where the box is ticked, and has no box where there are none', async () => {
    const path = `/book/me/passes/${await buy({ memberMayFreeze: true })}`;
    const dates = { from: '2026-03-10', to: '2026-03-20' };
    expect(await (await post(`${path}/pause`, dates)).text()).not.toContain('name="keep"');
    const booked = async () => addBooking(studio, member.clientId, await addSession(studio, { startsIn: 10 * DAY_MS }));
    const kept = await booked();
    expect(await (await post(`${path}/pause`, dates)).text()).toContain('Keep the bookings in that time');
    studio.events();
    expect((await post(`${path}/pause`, { ...dates, sure: '1', keep: '1' })).status).toBe(303);
    expect((await bookingOf(studio, kept)).status).toBe('confirmed');
    expect(studio.events()).toEqual(['package.frozen']);
    expect((await post(`${path}/go-on`)).status).toBe(303);
    const backwards = { from: dates.to, to: dates.from, keep: '1' };
    const refused = await (await post(`${path}/pause`, { ...backwards, sure: '1' })).text();
    expect(refused).toContain('<input type="hidden" name="keep" value="1">');
    const again = await (await post(`${path}/pause`, { ...dates, keep: '1' })).text();
    expect(again).toContain('<input type="checkbox" name="keep" value="1" checked>');
    expect((await post(`${path}/pause`, { ...dates, sure: '1' })).status).toBe(303);
    expect((await bookingOf(studio, kept)).status).toBe('cancelled');
  });

  test('after a pause it renews on the day on which it ends now', async () => {
    await studio.given(studio.time.skipTo(Date.parse('2026-03-30T12:00:00Z')));
    const path = `/book/me/passes/${await buy({ validityDays: null, validityMonths: 1, memberMayFreeze: true })}`;
    expect(await get(path)).toContain('Renews on the 30th');
    expect((await post(`${path}/pause`, { from: '2026-03-31', to: '2026-04-18', sure: '1' })).status).toBe(303);
    const text = await get(path);
    expect(text).toContain('Renews on May 19, 2026');
    expect(text).not.toContain('30th');
  });

  test('days are those of the site of the pass, also where the member’s home has another zone', async () => {
    const { id: siteId } = await studio.given(
      studio.post('/v2/sites', { name: 'Coast', timezone: 'America/Los_Angeles' }),
    );
    const path = `/book/me/passes/${await buy({ memberMayFreeze: true }, siteId)}`;
    const said = await (await post(`${path}/pause`, { from: '2026-03-10', to: '2026-03-19' })).text();
    expect(said).toContain('Frozen from March 10, 2026 through March 19, 2026. That uses 10 of');
    expect((await post(`${path}/pause`, { from: '2026-03-10', to: '2026-03-19', sure: '1' })).status).toBe(303);
    expect(await get(path)).toContain('Will be frozen from March 10, 2026 through March 19, 2026.');
    // Its end is on April 12 where the member is at home.
    for (const each of [path, '/book/me/passes', '/book/me', '/book/me/account']) {
      expect(await get(each)).toMatch(/[Rr]enews on April 11, 2026/);
    }
  });

  test('no pause where the plan has none, and dates that cannot be are refused in place', async () => {
    const path = `/book/me/passes/${await buy()}`;
    expect(await get(path)).not.toContain('/pause');
    expect((await post(`${path}/pause`, { from: '2026-03-10', to: '2026-03-20', sure: '1' })).status).toBe(409);
    const frozen = `/book/me/passes/${await buy({ memberMayFreeze: true })}`;
    expect((await post(`${frozen}/pause`, { from: '2026-03-20', to: '2026-03-10' })).status).toBe(409);
  });

  test('the card of a running membership says why it stays', async () => {
    await buy();
    const response = await post(`/book/me/account/cards/${card}/remove`);
    expect(await response.text()).toContain('A membership renews with this card.');
  });

  test('the card of a membership is shown and changed, and one that is removed passes it on', async () => {
    const id = await buy();
    const path = `/book/me/passes/${id}`;
    const other = (await studio.save(member, CARDS.requiresAction)).id;
    const text = await get(path);
    expect(text).toContain('Card: Visa 4242');
    expect(text).toContain('$129 per renewal');
    const asked = await get(`${path}/card`);
    expect(asked).toContain('Monthly will be charged to this card from April 1, 2026: $129.');
    expect(asked).toContain(`value="${other}"`);
    expect((await post(`${path}/card`, { card: other })).headers.get('location')).toBe(`${path}?saved`);
    expect(await get(path)).toContain('Card: Visa 3155');
    const cards = '/book/me/account/cards';
    expect(await get(cards)).toContain('pays for Monthly');
    const removal = await get(`${cards}/${other}/remove`);
    expect(removal).toContain('Monthly renews with Visa 3155.');
    expect(removal).toContain(`value="${card}"`);
    expect((await post(`${cards}/${other}/remove`, { card })).headers.get('location')).toBe(`${cards}?saved`);
    expect(await get(path)).toContain('Card: Visa 4242');
    expect((await get(cards)).match(/Visa \d{4}/g)).not.toContain('Visa 3155');
  });

  test('a card that becomes the default says what moves to it, and then pays for it', async () => {
    const id = await buy();
    const other = (await studio.save(member, CARDS.requiresAction)).id;
    const path = `/book/me/account/cards/${other}/default`;
    expect(await get('/book/me/account/cards')).toContain(`href="${path}"`);
    const said = await get(path);
    expect(said).toContain('Monthly will be charged to it from April 1, 2026: $129.');
    expect(said).toContain('Pay with Visa 3155');
    expect((await post(path)).headers.get('location')).toBe('/book/me/account/cards?saved');
    expect(await get(`/book/me/passes/${id}`)).toContain('Card: Visa 3155');
  });
});
