import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { bookStep, fieldsIn, openForDana } from '../../helpers/member-pages.ts';
import { sellPackage } from '../../helpers/sales.ts';

const HOUSEHOLD = '/book/me/account/household';
const studio = forEachTest(openForDana);
const set = (membership: object) => studio.given(studio.patch('/v2/settings', { membership }));

/** The address to which the form of a page is sent. */
const actionIn = (text: string, path: string): string =>
  [...text.matchAll(/action="([^"]*)"/g)]
    .map(([, action = '']) => action.replaceAll('&amp;', '&'))
    .find((action) => action.startsWith(path)) ?? '';

describe('who has nobody to book for', () => {
  test('sees no word of it, and is not asked', async () => {
    const sessionId = await addSessionInUtc(studio, DAY_MS);
    for (const path of ['/book', '/book/me', '/book/me/account', bookStep(sessionId)]) {
      expect(await studio.page(path)).not.toMatch(/[Hh]ousehold|Who’s coming/);
    }
    expect((await studio.pages.get(HOUSEHOLD)).status).toBe(404);
  });

  test('adds a dependant where the studio offers that', async () => {
    await set({ households: 'members' });
    expect(await studio.page('/book/me/account')).toContain(`href="${HOUSEHOLD}"`);
    await studio.press(HOUSEHOLD, { firstName: 'Mia', lastName: 'Rivera' }, `${HOUSEHOLD}/add`);
    const text = await studio.page(HOUSEHOLD);
    expect(text).toContain('Mia Rivera');
    expect(text).toContain('Someone you book for');
  });
});

describe('a mother', () => {
  let child: string;
  beforeEach(async () => {
    const { id } = await addHousehold(studio, studio.clientId);
    child = await addChild(studio, id);
  });

  test('is asked once for whom, and books for the child whom she has chosen', async () => {
    await sellPackage(studio, child);
    const sessionId = await addSessionInUtc(studio, DAY_MS, { name: 'Movers' });
    const asked = await studio.page(bookStep(sessionId));
    expect(asked).toContain('Who’s coming?');
    expect(asked).toContain(`href="${bookStep(sessionId)}?for=${child}"`);
    const chosen = await studio.pages.get(`${bookStep(sessionId)}?for=${child}`);
    expect(chosen.headers.getSetCookie().some((each) => each.startsWith(`studiod_for=${child};`))).toBe(true);
    expect(chosen.text).toContain('For Mia');
    const action = actionIn(chosen.text, bookStep(sessionId));
    // The form says for whom the page was shown, whatever another window has chosen since.
    expect(action).toBe(`${bookStep(sessionId)}?for=${child}`);
    const { status, to } = await studio.pages.post(action, fieldsIn(chosen.text));
    expect([status, to]).toEqual([303, expect.stringContaining('/book/me/bookings/')]);
    const { data } = (await studio.get(`/v2/bookings?client_id=${child}`)).body;
    expect(data).toMatchObject([{ sessionId, status: 'confirmed', channel: 'member_app' }]);
    expect((await studio.get(`/v2/bookings?client_id=${studio.clientId}`)).body.data).toEqual([]);
  });

  test('sees the classes of the child beside her own, and keeps her account', async () => {
    const sessionId = await addSessionInUtc(studio, DAY_MS, { name: 'Movers' });
    const id = await addBooking(studio, child, sessionId);
    const text = await studio.page('/book/me');
    expect(text).toContain('Mia’s next classes');
    expect(text).toContain(`href="/book/me/bookings/${id}?for=${child}"`);
    expect(await studio.page(`/book/me/bookings/${id}?for=${child}`)).toContain('Movers');
    expect(await studio.page(`/book/me/account?for=${child}`)).toContain('Dana Rivera');
    // A page that acts for the child asks before it is sent whether its member is still signed in.
    expect(await studio.page(`/book/me?for=${child}`)).toContain(`data-member="${studio.clientId}"`);
    expect(JSON.parse(await studio.page(`/book/signed-in?for=${child}`))).toEqual({ memberId: studio.clientId });
  });

  test('reads what the child did, without a link to her own receipts', async () => {
    expect(await studio.page('/book/me/past')).toContain('href="/book/me/account/receipts"');
    expect(await studio.page(`/book/me/past?for=${child}`)).not.toContain('/book/me/account/receipts');
  });

  test('opens the booking of the child, and cancels it, where members bring guests', async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { guestsPerBooking: 2 } }));
    const [own, theirs] = await Promise.all(
      [studio.clientId, child].map(async (clientId) =>
        addBooking(studio, clientId, await addSessionInUtc(studio, DAY_MS, { name: 'Movers' })),
      ),
    );
    expect(await studio.page(`/book/me/bookings/${own}?for=${studio.clientId}`)).toContain('Bring a friend');
    for (const path of [`/book/me/bookings/${theirs}`, `/book/me/bookings/${theirs}/cancel`]) {
      const text = await studio.page(`${path}?for=${child}`);
      expect(text).toContain('Movers');
      expect(text).not.toContain('Bring a friend');
    }
  });

  test('opens what belongs to the other by a link that does not say whose it is', async () => {
    const [own, theirs] = await Promise.all(
      [studio.clientId, child].map(async (clientId) =>
        addBooking(studio, clientId, await addSessionInUtc(studio, DAY_MS, { name: 'Movers' })),
      ),
    );
    const leadsTo = async (path: string, chosen: string): Promise<unknown[]> => {
      const { status, headers } = await studio.pages.get(path, { cookie: `studiod_for=${chosen}` });
      return [status, headers.get('location')];
    };
    const [mine, hers] = [`/book/me/bookings/${own}`, `/book/me/bookings/${theirs}`];
    expect(await leadsTo(mine, child)).toEqual([303, `${mine}?for=${studio.clientId}`]);
    expect(await leadsTo(`${hers}/cancel?from=mail`, studio.clientId)).toEqual([
      303,
      `${hers}/cancel?from=mail&for=${child}`,
    ]);
    const pass = await sellPackage(studio, studio.clientId);
    expect(await leadsTo(`/book/me/passes/${pass.id}`, child)).toEqual([
      303,
      `/book/me/passes/${pass.id}?for=${studio.clientId}`,
    ]);
    const stranger = await addBooking(studio, await addClient(studio), await addSessionInUtc(studio, DAY_MS));
    expect(await leadsTo(`/book/me/bookings/${stranger}`, child)).toEqual([404, null]);
  });

  test('reads in the history of a shared pass for whom it was used', async () => {
    const pass = await sellPackage(studio, studio.clientId, { isShareable: true });
    const body = { clientId: child, sessionId: await addSessionInUtc(studio, DAY_MS), requireCredit: true };
    expect((await studio.given(studio.post('/v2/bookings', body))).packageId).toBe(pass.id);
    expect(await studio.page(`/book/me/passes/${pass.id}?for=${studio.clientId}`)).toContain('for Mia');
  });

  test('signs the waiver of the child', async () => {
    await set({ waiver: { version: '1', text: 'At your own risk.' } });
    const path = `/book/me/waiver?for=${child}`;
    const text = await studio.page(path);
    expect(text).toContain('Waiver for Mia');
    const { to } = await studio.pages.post(actionIn(text, '/book/me/waiver'), { ...fieldsIn(text), agrees: '1' });
    expect(to).toBe('/book/me/waiver?saved');
    expect((await studio.get(`/manage/clients/${child}/agreements`)).body.data).toMatchObject([
      { guardianName: 'Dana Rivera', signedByClientId: studio.clientId },
    ]);
  });

  test('acts for nobody whom she names in the address', async () => {
    const { id: stranger } = await studio.given(
      studio.post('/v2/clients', { firstName: 'Zed', lastName: 'Zero', email: 'zed@example.com' }),
    );
    const { text, headers } = await studio.pages.get(`/book/me?for=${stranger}`);
    expect(text).not.toContain('Zed');
    expect(headers.getSetCookie().some((each) => each.startsWith('studiod_for='))).toBe(false);
  });
});
