// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-profile.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient, sell } = peopleOf(server);

const DANA = '/console/clients/01000000-0000-7000-8000-000000000301';

/** The entry of the timeline that says something. */
const happened = (page: Page, text: string) => page.locator('.timeline .what > .strong', { hasText: text });
const entries = (page: Page) => page.locator('.timeline li:not(.date)');

test.each(VIEWS)('the timeline is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(DANA, view);
  await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
  await happened(page, 'Bought Ten classes, $150.00').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the timeline shows a kind, stands in the address, and follows what happens elsewhere', async () => {
  const id = await newClient('Time Line');
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  await page.getByText('Profile created').waitFor();
  await sell(id);
  const bought = happened(page, 'Bought Ten classes, $150.00');
  await bought.waitFor();
  // The payment and its package are said once; the receipt is mailed besides.
  expect(await entries(page).filter({ hasNotText: 'Email sent: “' }).count()).toBe(2);
  await page.getByRole('radio', { name: 'Profile changes' }).press('Enter');
  await bought.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('show')).toBe('changes');
  await elsewhere('PATCH', `/v2/clients/${id}`, { phone: '+1 212 555 0155', tags: ['Regular'] });
  await page.getByText('Profile updated: Phone, Tags').waitFor();
  await page.reload();
  await page.getByText('Profile updated: Phone, Tags').waitFor();
  await page.getByRole('radio', { name: 'Visits' }).click();
  await page.getByText('No activity of this type yet.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Payments' }).click();
  await page.getByRole('button', { name: /^Receipt/ }).click();
  await page.getByRole('dialog', { name: 'Receipt' }).getByText('Total').waitFor();
  expect(faults).toEqual([]);
});

test('each kind of entry is said in words', async () => {
  const id = await newClient('Ma Ny');
  const packageId = await sell(id);
  const { paymentId } = await elsewhere<{ paymentId: string }>('GET', `/manage/packages/${packageId}`);
  await elsewhere('POST', `/manage/packages/${packageId}/adjust`, { delta: 1, reason: 'A gift' });
  await elsewhere('POST', `/v2/payments/${paymentId}/refund`, { amount: 3000, reason: 'service_issue' });
  await elsewhere('PATCH', `/v2/clients/${id}`, { status: 'suspended' });
  await elsewhere('POST', '/v2/checkins', { clientId: id, locationId: server.ready.siteId, source: 'kiosk' });
  await elsewhere('PATCH', `/v2/clients/${id}`, { status: 'active' });
  await elsewhere('POST', `/v2/packages/${packageId}/cancel`, {});
  const { page, faults } = await open(`/console/clients/${id}`);
  for (const text of [
    'Ten classes was canceled',
    'Status changed',
    'Check-in refused',
    'Refunded $30.00',
    '1 credit added to Ten classes',
    'Bought Ten classes, $150.00',
  ]) {
    await happened(page, text).first().waitFor();
  }
  await page.getByText('A gift. 11 credits left.').waitFor();
  await page.getByText('Ten classes. Problem on our side.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('more of a long timeline is loaded by pages', async () => {
  const id = await newClient('Lo Ng');
  for (let visit = 0; visit < 32; visit += 1) {
    await elsewhere('POST', '/v2/checkins', { clientId: id, locationId: server.ready.siteId, source: 'staff' });
  }
  const { page, faults } = await open(`/console/clients/${id}?show=visits`, { width: 390 });
  await entries(page).nth(29).waitFor();
  expect(await entries(page).count()).toBe(30);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await entries(page).nth(31).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

/** The size of the picture in an avatar, once the browser has it. */
const sizeOf = (page: Page, avatar: string): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const img = document.querySelector('${avatar} img');
    await img.decode();
    return img.naturalWidth + 'x' + img.naturalHeight;
  })()`);

/** A picture as a camera makes it, wider than high. */
const picture = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(1600, 1200);
    const context = canvas.getContext('2d');
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 1600, 1200);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);

test('a photo is set, shown in the head, replaced and removed', async () => {
  const id = await newClient('Pho To');
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  const head = page.locator('.client-head .avatar');
  await head.getByText('PT').waitFor();
  const more = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^More:/ }).click();
    await page.getByRole('menuitem', { name }).press('Enter');
    await page.getByRole('dialog', { name: 'Photo of Pho To' }).waitFor();
  };
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
  };
  await more('Add photo…');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save photo' }).press('Enter');
  await page.getByText('Choose a photo first.').waitFor();
  await choose('notes.png', 'image/png', Buffer.from('no picture'));
  await page.getByText('This file cannot be used as a photo.', { exact: false }).waitFor();
  const bytes = Buffer.from(await picture(page), 'base64');
  await choose('face.png', 'image/png', bytes);
  await page.getByRole('button', { name: 'Choose another photo' }).waitFor();
  expect(await sizeOf(page, '.photo-choice')).toBe('512x512');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save photo' }).press('Enter');
  await toast(page, 'Pho’s photo was saved.').waitFor();
  await head.locator('img').waitFor();
  // The path at the origin of the page, whatever the public address is.
  const first = await head.locator('img').getAttribute('src');
  expect(first).toMatch(/^\/media\/pictures\//);
  expect(await sizeOf(page, '.client-head')).toBe('512x512');
  // So it is where the studio has another address outside; a picture of another server is not loaded.
  await elsewhere('PATCH', `/v2/clients/${id}`, { photoUrl: `https://studio.example${first}` });
  await page.reload();
  await head.locator(`img[src="${first}"]`).waitFor();
  await elsewhere('PATCH', `/v2/clients/${id}`, { photoUrl: 'https://elsewhere.example/face.png' });
  await head.getByText('PT').waitFor();
  await more('Change photo…');
  await choose('face.png', 'image/png', bytes);
  await page.getByRole('button', { name: 'Choose another photo' }).waitFor();
  await page.getByRole('button', { name: 'Save photo' }).click();
  await head.locator(`img:not([src="${first}"])`).waitFor();
  await more('Change photo…');
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter');
  await toast(page, 'Pho’s photo was removed.').waitFor();
  await head.getByText('PT').waitFor();
  expect(faults).toEqual([]);
});

test('two profiles of a person are merged, with what moves and what is dropped said before', async () => {
  const older = await newClient('Mer Ge', { phone: '+1 212 555 0301' });
  const younger = await newClient('Merry Ge', { phone: '+1 212 555 0302', tags: ['Early bird'] });
  await sell(younger);
  const { page, faults } = await open(`/console/clients/${younger}`);
  const more = page.getByRole('button', { name: /^More:/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Merge with another client…' }).press('Enter');
  await page.getByRole('dialog', { name: 'Merge two clients' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type('mer.ge@');
  // Others are found by fewer letters.
  await page.getByRole('option', { name: /^Mer Ge/ }).waitFor();
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Merge two clients' });
  await dialog.getByText('Moves from Merry Ge to Mer Ge: 1 pass, 1 payment.').waitFor();
  await dialog.getByText('Tags: Early bird').waitFor();
  await dialog.getByText('Phone: +1 212 555 0302').waitFor();
  await dialog.getByText('Mer Ge has no visits after this.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The other way round, the words are new ones.
  await dialog.getByRole('radio', { name: /^Merry Ge/ }).press('Space');
  await dialog.getByText('Mer Ge has nothing to move.').waitFor();
  await dialog.getByRole('radio', { name: /^Mer Ge/ }).press('Space');
  await dialog.getByText('Moves from Merry Ge to Mer Ge: 1 pass, 1 payment.').waitFor();
  await dialog.getByLabel('Type Merry Ge to confirm').fill('Mer Ge');
  await page.keyboard.press('Enter');
  await dialog.getByText('That does not match. Type Merry Ge.').waitFor();
  await dialog.getByLabel('Type Merry Ge to confirm').fill('Merry Ge');
  await page.keyboard.press('Enter');
  await toast(page, 'Merry Ge was merged into Mer Ge.').waitFor();
  await page.waitForURL(new RegExp(older));
  await page.getByRole('heading', { name: 'Mer Ge' }).waitFor();
  await page.getByText('Another profile for this person was merged', { exact: false }).waitFor();
  expect(faults).toEqual([]);
  // The address of the other profile leads to the one that stayed. The server says so with a 404, which the browser logs.
  const old = await open(`/console/clients/${younger}/packages`, { width: 390 });
  await old.page.waitForURL(new RegExp(`${older}/packages`));
  await old.page.getByRole('heading', { name: 'Mer Ge' }).waitFor();
  expect(old.faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
});

test('progress shows streaks and awards to the desk, and bests and challenges to who manages them', async () => {
  const id = await newClient('Pro Gress');
  const { data } = await elsewhere<{ data: { id: string; name: string }[] }>('GET', '/manage/awards?trigger=manual');
  const [award] = data;
  const desk = await open(`/console/clients/${id}/progress`, { role: 'front_desk' });
  await desk.page.getByText('Pro has no awards yet.').waitFor();
  await elsewhere('POST', `/manage/awards/${award?.id}/grants`, { clientId: id });
  await elsewhere('POST', '/v2/checkins', { clientId: id, locationId: server.ready.siteId, source: 'staff' });
  await desk.page.getByText(award?.name ?? '').waitFor();
  await desk.page.locator('.progress-figures').getByText('1 week').first().waitFor();
  expect(await desk.page.getByRole('heading', { name: 'Personal bests' }).count()).toBe(0);
  expect(desk.faults).toEqual([]);
  const owner = await open(`${DANA}/progress`, { width: 390 });
  await owner.page.getByRole('table', { name: 'Personal bests' }).waitFor();
  await owner.page.getByRole('table', { name: 'Challenges' }).waitFor();
  expect(await sidewaysPixels(owner.page)).toBe(0);
  expect(owner.faults).toEqual([]);
});

/** A figure of the profile. */
const figure = (page: Page, name: string) =>
  page.locator('.client-figures > div').filter({ has: page.locator('dt', { hasText: name }) });

test('what is not loaded yet, or did not load, is not shown as none', async () => {
  const id = await newClient('Has Credits');
  await sell(id);
  const { page } = await open('/console/today');
  const held: (() => void)[] = [];
  let fails = false;
  await page.route(/\/manage\/(?:packages\?|search)|\/v2\/schedules\?/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    if (fails) await route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'No.' } } });
    else await route.continue();
  });
  const path = new URL(`/console/clients/${id}`, server.ready.rootUrl).href;
  await page.goto(path);
  await figure(page, 'Credits').locator('.skeleton').waitFor();
  expect(await page.getByText('No package').or(page.getByText('No pass')).count()).toBe(0);
  expect(await figure(page, 'Streak').locator('.skeleton').count()).toBe(1);
  const letAll = (): void => {
    for (const go of held.splice(0)) go();
  };
  letAll();
  await figure(page, 'Credits').getByText('10 of 10').waitFor();
  fails = true;
  await page.goto(path);
  await until(async () => {
    letAll();
    return (await figure(page, 'Credits').getByText('Not loaded').count()) === 1;
  });
  expect(await figure(page, 'Credits').textContent()).toBe('Credits–Not loaded');
  expect(await figure(page, 'Streak').textContent()).toBe('Streak–Not loaded');
  // Nor that there is nothing, or nobody.
  await page.goto(new URL('/console/timetable', server.ready.rootUrl).href);
  await until(async () => {
    letAll();
    return (await page.getByRole('alert').getByText('This page could not load').count()) === 1;
  });
  expect(await page.getByText('No recurring classes').count()).toBe(0);
  await page.goto(new URL('/console/sell', server.ready.rootUrl).href);
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('has credits');
  await until(async () => {
    letAll();
    return (await page.getByRole('listbox', { name: 'Client' }).getByText('Not loaded').count()) === 1;
  });
  await page.context().close();
});

test('how many credits are left has one answer, with those that an offer holds', async () => {
  const { siteId } = server.ready;
  await elsewhere('PATCH', '/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
  const startTime = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const session = { siteId, name: 'One Place', startTime, durationMinutes: 45, capacity: 1 };
  const { id: sessionId } = await elsewhere('POST', '/manage/sessions', session);
  const [first, second] = [await newClient('Fia Vorne'), await newClient('Wilma Wartet')];
  await sell(first);
  await sell(second);
  const seat = await elsewhere('POST', '/v2/bookings', { clientId: first, sessionId });
  await elsewhere('POST', '/v2/bookings', { clientId: second, sessionId, joinWaitlist: true });
  await elsewhere('POST', `/v2/bookings/${seat.id}/cancel`, {});
  const { page, faults } = await open(`/console/clients/${second}`);
  await figure(page, 'Credits').getByText('10 of 10').waitFor();
  await figure(page, 'Credits')
    .getByText(/^1 held by an offer\. Ten classes/)
    .waitFor();
  await page.getByRole('article', { name: 'Ten classes' }).getByText('10 left, 1 held by an offer').waitFor();
  await page.getByRole('button', { name: 'Search clients, classes, and pages' }).click();
  await page.locator('.palette input:focus').fill('wilma');
  await page
    .getByRole('complementary', { name: 'Wilma Wartet' })
    .getByText('10 of 10 left, 1 held by an offer')
    .waitFor();
  await page.goto(new URL('/console/clients?q=wilma', server.ready.rootUrl).href);
  await page.getByText('Ten classes, 10 left, 1 held by an offer').waitFor();
  await page.goto(new URL(`/console/sell?client=${second}`, server.ready.rootUrl).href);
  await page.getByText('Ten classes, 10 left, 1 held by an offer').waitFor();
  expect(faults).toEqual([]);
  await elsewhere('PATCH', '/v2/settings', { booking: { waitlistPromotionMode: 'automatic' } });
});
