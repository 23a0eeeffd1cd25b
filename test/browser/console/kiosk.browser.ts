// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/kiosk.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeFindings, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';

const { server, open } = testConsole();

/** The booking of somebody who is expected now, by default the client of the sandbox, in a class that begins in a quarter of an hour. */
const expectSomebody = async (clientId = server.ready.clientId): Promise<string> => {
  const { siteId } = server.ready;
  const startTime = new Date(Date.now() + 15 * 60_000).toISOString();
  const { body: session } = await server.call('POST', '/manage/sessions', {
    siteId,
    name: 'Door Test',
    startTime,
    durationMinutes: 60,
    capacity: 10,
  });
  const { body: booking } = await server.call('POST', '/v2/bookings', { clientId, sessionId: session.id });
  return booking.id;
};

/** Starts a kiosk from the site switcher, as a person does. */
const startKiosk = async (view: View = {}): Promise<{ page: Page; faults: string[] }> => {
  const { page, faults } = await open('/console/today', view);
  await page
    .getByRole('button', { name: /change location/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Start kiosk mode on this device' }).click();
  await page.getByLabel('PIN').fill('2468');
  await page.getByRole('button', { name: 'Start kiosk' }).click();
  await page.waitForURL(/\/console\/kiosk/);
  await page.getByRole('heading', { name: 'Welcome. Who is checking in?' }).waitFor();
  return { page, faults };
};

test.each(VIEWS)('the kiosk is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await startKiosk(view);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('whoever is expected checks in by the first letters of the name, on the letters of the kiosk', async () => {
  const bookingId = await expectSomebody();
  const { page } = await startKiosk();
  await page.getByRole('button', { name: 'D', exact: true }).click();
  await page.getByRole('button', { name: 'A', exact: true }).click();
  await page.getByRole('button', { name: /Dana R\..*Door Test/ }).click();
  await page.getByText('Welcome, Dana.').waitFor();
  const { body } = await server.call('GET', `/v2/bookings/${bookingId}`);
  expect(body.status).toBe('attended');
  // After a while the kiosk is as before.
  await page.getByText('Welcome, Dana.').waitFor({ state: 'hidden' });
});

test.each([390, 820])(
  'on an upright tablet or a phone of %p px a name is typed with the letters of the kiosk',
  async (width) => {
    await expectSomebody();
    const { page } = await startKiosk({ width });
    await page.getByRole('button', { name: 'D', exact: true }).click();
    await page.getByRole('button', { name: 'A', exact: true }).click();
    const name = page.getByRole('button', { name: /Dana R\..*Door Test/ }).first();
    await name.waitFor();
    // The way out is in sight, below a result too.
    const exit = await page.getByRole('button', { name: 'Exit' }).boundingBox();
    expect((exit?.y ?? 9_999) + (exit?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    expect(await name.locator('svg').count()).toBe(1);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.context().close();
  },
);

test('an unknown card is told to see the desk, without a reason, also from the digits of the kiosk', async () => {
  const { page } = await startKiosk();
  await page.getByRole('textbox').fill('99999999');
  await page.keyboard.press('Enter');
  await page.getByText('See the front desk').waitFor();
  await page.getByText('See the front desk').waitFor({ state: 'hidden' });
  for (const name of ['9', '0', '-', 'Enter']) await page.getByRole('button', { name, exact: true }).click();
  await page.getByText('See the front desk').waitFor();
});

test('a card is taken as it is scanned: at the start, after a tap on a letter or beside the field, and not while a PIN is asked', async () => {
  const { page } = await startKiosk();
  const field = page.getByRole('textbox', { name: 'Enter your name or scan your card' });
  const scan = async (): Promise<void> => {
    await page.keyboard.type('99999998');
    await page.keyboard.press('Enter');
    await page.getByText('See the front desk').waitFor();
    await page.getByText('See the front desk').waitFor({ state: 'hidden' });
  };
  await scan();
  await page.getByRole('button', { name: 'D', exact: true }).click();
  await page.getByRole('button', { name: 'Delete last letter' }).click();
  await scan();
  await page.getByRole('heading', { name: 'Welcome. Who is checking in?' }).click();
  await scan();
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.getByLabel('PIN').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('1357');
  expect(await page.getByLabel('PIN').inputValue()).toBe('1357');
  await page.keyboard.press('Escape');
  await page.getByLabel('PIN').waitFor({ state: 'detached' });
  await page.keyboard.type('da');
  expect(await field.inputValue()).toBe('da');
});

test('a key fob checks in, and one that was scanned without a connection is sent after a reload', async () => {
  const [first, second] = await Promise.all(
    [
      { firstName: 'Noor', lastName: 'Aziz', fobNumber: 'FOB-88123' },
      { firstName: 'Ines', lastName: 'Costa', fobNumber: 'FOB-88124' },
    ].map((each) => server.call('POST', '/manage/clients', each)),
  );
  const checkins = async (clientId: string) =>
    (await server.call('GET', `/v2/checkins?client_id=${clientId}`)).body.data;
  const { page } = await startKiosk();
  await page.getByRole('textbox').pressSequentially('FOB-88123');
  await page.keyboard.press('Enter');
  await page.getByText('Welcome, Noor.').waitFor();
  expect(await checkins(first?.body.id)).toHaveLength(1);

  await page.context().setOffline(true);
  await page.getByRole('textbox').pressSequentially('FOB-88124');
  await page.keyboard.press('Enter');
  await page.getByText('1 check-in is saved and will be sent later').waitFor();
  // The tablet wakes up: the page comes again, the interface does not answer yet.
  await page.route('**/manage/kiosk/check-in', (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText('1 check-in is saved and will be sent later').waitFor();
  expect(await checkins(second?.body.id)).toHaveLength(0);
  await page.unroute('**/manage/kiosk/check-in');
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await page.getByText('is saved and will be sent later').waitFor({ state: 'hidden' });
  expect(await checkins(second?.body.id)).toHaveLength(1);
});

test('a card of letters checks in its holder, also where the letters begin the name of someone who is expected', async () => {
  const { body: zora } = await server.call('POST', '/manage/clients', { firstName: 'Zora', lastName: 'Quill' });
  const bookingId = await expectSomebody(zora.id);
  const holder = { firstName: 'Lou', lastName: 'Card', barcode: 'ZORA' };
  expect((await server.call('POST', '/manage/clients', holder)).status).toBe(201);
  const statusOf = async () => (await server.call('GET', `/v2/bookings/${bookingId}`)).body.status;
  const { page, faults } = await startKiosk();
  await page.keyboard.type('ZORA');
  await page.keyboard.press('Enter');
  await page.getByText('Welcome, Lou.').waitFor();
  expect(await statusOf()).toBe('confirmed');
  await page.getByText('Welcome, Lou.').waitFor({ state: 'hidden' });
  await page.keyboard.type('zor');
  await page.keyboard.press('Enter');
  await page.getByText('Welcome, Zora.').waitFor();
  expect(await statusOf()).toBe('attended');
  expect(faults).toEqual([]);
});

test('cards of any form are taken, ended by Enter or Tab, and an unknown one sees the desk', async () => {
  const codes = ['42', '7', 'DANARIVERA', 'MEMBER-DANA', 'AB-12 34'];
  for (const [index, barcode] of codes.entries()) {
    await server.call('POST', '/manage/clients', { firstName: `Kim${'abcde'[index]}`, lastName: 'Card', barcode });
  }
  const { page, faults } = await startKiosk();
  const field = page.getByRole('textbox', { name: 'Enter your name or scan your card' });
  for (const [index, code] of codes.entries()) {
    await page.keyboard.type(code);
    await page.keyboard.press(index % 2 === 0 ? 'Enter' : 'Tab');
    await page.getByText(`Welcome, Kim${'abcde'[index]}.`).waitFor();
    expect(await field.inputValue()).toBe('');
  }
  await page.keyboard.type('WHOEVER');
  await page.keyboard.press('Enter');
  await page.getByText('See the front desk').waitFor();
  await field.and(page.locator(':focus')).waitFor();
  expect(faults).toEqual([]);
});

test('without a connection the check-in of a card is kept, and sent when the connection is back', async () => {
  const { body: client } = await server.call('POST', '/manage/clients', {
    firstName: 'Omar',
    lastName: 'Haddad',
    barcode: '7700142',
  });
  const { page } = await startKiosk();
  await page.context().setOffline(true);
  await page.getByRole('textbox').fill('7700142');
  await page.keyboard.press('Enter');
  await page.getByText('1 check-in is saved and will be sent later').waitFor();
  await page.context().setOffline(false);
  await page.getByText('is saved and will be sent later').waitFor({ state: 'hidden' });
  const { body } = await server.call('GET', `/v2/checkins?client_id=${client.id}`);
  expect(body.data).toHaveLength(1);
  expect(body.data[0].source).toBe('kiosk');
});

test('a kept check-in that is refused stays on the tablet for the front desk, and one whose response was lost does not', async () => {
  const fob = { firstName: 'Lost', lastName: 'Answer', barcode: '7700143' };
  const { body: client } = await server.call('POST', '/manage/clients', fob);
  const { page } = await startKiosk();
  const enter = async (code: string): Promise<void> => {
    await page.getByRole('textbox').fill(code);
    await page.keyboard.press('Enter');
  };
  await page.route('**/manage/kiosk/check-in', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await enter('7700143');
  await page.getByText('1 check-in is saved and will be sent later').waitFor();
  await page.unroute('**/manage/kiosk/check-in');
  await page.context().setOffline(true);
  await enter('5550199');
  await page.getByText('2 check-ins are saved and will be sent later').waitFor();
  await page.getByText('Welcome. Enjoy your class.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '1 saved check-in was not accepted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved check-ins that were not accepted' });
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('5550199')]);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Clear list' }).click();
  await page.getByRole('button', { name: /not accepted/ }).waitFor({ state: 'detached' });
  await page.getByText('will be sent later').waitFor({ state: 'hidden' });
  expect((await server.call('GET', `/v2/checkins?client_id=${client.id}`)).body.data).toHaveLength(1);
});

test('what a revoked kiosk has not sent stays on the tablet, for the next kiosk there', async () => {
  const card = { firstName: 'Later', lastName: 'On', barcode: '7700144' };
  const { body: client } = await server.call('POST', '/manage/clients', card);
  const { page } = await startKiosk();
  await page.context().setOffline(true);
  await page.getByRole('textbox').fill('7700144');
  await page.keyboard.press('Enter');
  await page.getByText('1 check-in is saved and will be sent later').waitFor();
  const { body } = await server.call('GET', '/manage/kiosks?limit=1');
  expect((await server.call('POST', `/manage/kiosks/${body.data[0].id}/revoke`)).status).toBe(200);
  const kept = () => page.evaluate<string>("localStorage.getItem('studiod.kiosk.kept')");
  const before = await kept();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await kept()).toBe(before);
  expect((await server.call('GET', `/v2/checkins?client_id=${client.id}`)).body.data).toEqual([]);
});

test('nobody is signed in on the tablet, and it is left with the PIN alone', async () => {
  const { page } = await startKiosk();
  const me = await page.request.get(`${server.ready.rootUrl}/manage/me`);
  expect(me.status()).toBe(401);
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.getByLabel('PIN').fill('1111');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('PIN').fill('2468');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
