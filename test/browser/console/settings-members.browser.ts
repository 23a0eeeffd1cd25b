// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/settings-members.browser.ts
// The settings of the page for members: its address, what strangers see, signing up, and the texts that members agree to.
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { copyRefused, peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const { elsewhere } = peopleOf(server);

const openPath = closedAfterEach(openAny);
const open = (view?: View, search = '') => openPath(`/console/settings/members${search}`, view);

interface Text {
  readonly version: string;
  readonly text: string;
}
interface Membership {
  readonly embedOrigins: readonly string[];
  readonly waiver: Text | null;
  readonly consent: Text | null;
}
const stored = async () => (await elsewhere<{ membership: Membership }>('GET', '/v2/settings')).membership;
const change = (membership: object) => elsewhere('PATCH', '/v2/settings', { membership });

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });
const rule = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });

const TIMETABLE = 'Show the schedule to everyone';

test.each(VIEWS)('the page is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(view);
  await page.getByText('Members sign in with a code sent by email.').waitFor();
  await rule(page, TIMETABLE).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await field(page, 'Waiver').fill('I train at my own risk.');
  await save(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the front desk reads it and changes nothing, instructors do not', async () => {
  await change({ waiver: { version: '1', text: 'At my own risk.' } });
  const { page, faults } = await open({ role: 'front_desk' });
  await page.getByText('Only owners and managers can change this.').waitFor();
  await page.getByText('At my own risk.').waitFor();
  for (const role of ['textbox', 'switch'] as const) {
    expect(await page.getByRole('main').getByRole(role).count()).toBe(0);
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  const refused = await open({ role: 'instructor' });
  await refused.page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
});

describe.each([
  { by: 'keys', handsOn: keysOn },
  { by: 'clicks', handsOn: mouseOn },
])('by $by', ({ by, handsOn }) => {
  test('what strangers see and how they sign up is changed with one button', async () => {
    await change({ publicTimetable: true, searchEngines: true, signUp: 'open', askBirthDate: false });
    const { page, faults } = await open();
    const hands = handsOn(page);
    if (by === 'keys') await rule(page, 'Let search engines list the site').press('Space');
    else await rule(page, 'Let search engines list the site').click();
    await hands.choose(page.getByRole('radio', { name: 'Anyone can sign up, with your approval' }));
    if (by === 'keys') await rule(page, 'Ask for date of birth at sign-up').press('Space');
    else await rule(page, 'Ask for date of birth at sign-up').click();
    await page.getByText('3 unsaved changes').waitFor();
    if (by === 'keys') await page.keyboard.press('Control+Enter');
    else await hands.press(save(page));
    await toast(page, 'Saved.').waitFor();
    expect(await stored()).toMatchObject({
      publicTimetable: true,
      searchEngines: false,
      signUp: 'approval',
      askBirthDate: true,
    });
    // What does not matter is not asked.
    await rule(page, TIMETABLE).press('Space');
    await rule(page, 'Let search engines list the site').waitFor({ state: 'detached' });
    await hands.choose(page.getByRole('radio', { name: 'Off: only staff add clients' }));
    await rule(page, 'Ask for date of birth at sign-up').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});

test('the brand says how German addresses members, and no site has its own', async () => {
  const form = async () =>
    (await elsewhere<{ brand: { formOfAddress: string } }>('GET', '/v2/settings')).brand.formOfAddress;
  const { page, faults } = await open();
  await mouseOn(page).choose(page.getByRole('radio', { name: 'Sie', exact: true }));
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect(await form()).toBe('formal');
  await elsewhere('PATCH', '/v2/settings', { brand: { formOfAddress: 'informal' } });
  const ofSite = await open({}, `?site=${SITES.downtown}`);
  await rule(ofSite.page, TIMETABLE).waitFor();
  expect(await ofSite.page.getByText('German form of address').count()).toBe(0);
  expect([...faults, ...ofSite.faults]).toEqual([]);
});

test('each change of a text makes a new version, and no text is no agreement', async () => {
  await change({ waiver: null, consent: null });
  const { page, faults } = await open();
  const write = async (name: string, text: string): Promise<void> => {
    await field(page, name).fill(text);
    await save(page).click();
    await save(page).waitFor({ state: 'detached' });
    await mouseOn(page).rest();
  };
  await write('Waiver', 'I train at my own risk.');
  await page.getByText(/^Version 2026-03-02-\d{6} is in use\.$/).waitFor();
  const first = (await stored()).waiver;
  expect(first).toEqual({ version: expect.stringMatching(/^2026-03-02-\d{6}$/), text: 'I train at my own risk.' });
  await write('Waiver', 'I train at my own risk.\nI have no injuries.');
  await write('Waiver', 'I train at my own risk, and have no injuries.');
  await page.getByText(`Version ${first?.version}-3 is in use.`).waitFor();
  await write('Consent', 'The studio keeps my data.');
  expect((await stored()).consent?.version).toMatch(/^2026-03-02-\d{6}$/);
  // A text that was named elsewhere stays, and so does its name, while it is not changed.
  await change({ consent: { version: 'of my lawyer', text: 'The studio keeps my data.' } });
  await page.reload();
  await page.getByText('Version of my lawyer is in use.').waitFor();
  await write('Waiver', '');
  expect(await stored()).toMatchObject({ waiver: null, consent: { version: 'of my lawyer' } });
  expect(faults).toEqual([]);
});

test('the address is the address of the studio, or of a site, with its QR code', async () => {
  const { page, faults } = await open();
  const { rootUrl } = server.ready;
  const card = page.getByRole('region', { name: 'Member site link' });
  await card.getByText(`${rootUrl}/book`, { exact: true }).waitFor();
  await card.getByRole('img', { name: `QR code for ${rootUrl}/book` }).waitFor();
  expect(await card.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`${rootUrl}/book`);
  // A browser that refuses to copy marks the text, to be copied by hand.
  const copy = card.getByRole('button', { name: /^Copy/ });
  expect(await copyRefused(page, () => copy.click())).toBe(`${rootUrl}/book`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await card.getByText('Copied.').waitFor();
  await page.getByRole('button', { name: /Settings for/ }).click();
  await page.getByRole('option', { name: 'Online' }).click();
  await card.getByText(`${rootUrl}/book/${SITES.online}`, { exact: true }).waitFor();
  await page.getByText('Same as all locations').first().waitFor();
  expect(faults).toEqual([]);
});

test('it says what to set where members cannot sign in', async () => {
  const { page, context } = await open();
  const say = async (setup: object): Promise<void> => {
    await page.unroute('**/manage/setup').catch(() => undefined);
    await page.route('**/manage/setup', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...setup } });
    });
    await page.reload();
  };
  await say({ signsMembersIn: false, mailsLinks: false });
  await page.getByText('Members cannot sign in yet').waitFor();
  const card = page.getByRole('region', { name: 'Member site link' });
  await card.getByText('no email server is set up yet').waitFor();
  expect(await card.getByRole('link', { name: 'Emails' }).getAttribute('href')).toBe('/console/settings/mails');
  expect(await axeFindings(page)).toEqual([]);
  await say({ signsMembersIn: false, mailsLinks: true });
  await page.getByText('STUDIOD_MEMBER_SIGN_IN').waitFor();
  await context.close();
});

test('websites are named as people write them, and get a line of HTML for each site and view', async () => {
  await change({ embedOrigins: [] });
  const { page, faults } = await open();
  const { rootUrl } = server.ready;
  const card = page.getByRole('region', { name: 'Embed code' });
  await card.getByText('Add your website above and save.', { exact: false }).waitFor();
  const websites = field(page, 'Websites that can embed it');
  await websites.fill('www.studio.example/classes\nhttps://shop.studio.example:8443');
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect((await stored()).embedOrigins).toEqual(['https://www.studio.example', 'https://shop.studio.example:8443']);
  await card.getByText('Paste this', { exact: false }).waitFor();
  const line = (site: string, view: string): string =>
    `<script src="${rootUrl}/book/embed.js" data-site="${site}" data-view="${view}" async></script>`;
  await card.getByText(line(SITES.downtown, 'timetable'), { exact: true }).waitFor();
  await card.getByText('The plans', { exact: true }).click();
  await card.getByText(line(SITES.downtown, 'plans'), { exact: true }).waitFor();
  await page.getByRole('button', { name: /Settings for/ }).click();
  await page.getByRole('option', { name: 'Online' }).click();
  await card.getByText(line(SITES.online, 'timetable'), { exact: true }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: /^Copy/ }).click();
  await card.getByText('Copied.').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(line(SITES.online, 'timetable'));
  // What is no website is refused in the words of the server, beside the field.
  await page.goto(`${rootUrl}/console/settings/members`);
  await websites.fill('ftp://studio.example');
  await save(page).click();
  await page.getByText('Enter one website URL per line', { exact: false }).waitFor();
  expect((await stored()).embedOrigins.length).toBe(2);
  await card.getByRole('link', { name: 'Create API key' }).waitFor();
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

test('the line is true: a website that is named shows the timetable', async () => {
  const site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(html, { headers }) });
  const headers = { 'content-type': 'text/html' };
  let html = '';
  try {
    await change({ embedOrigins: [`http://127.0.0.1:${site.port}`] });
    const { page } = await open();
    const card = page.getByRole('region', { name: 'Embed code' });
    html = `<!doctype html><title>A website</title><h1>Our classes</h1>${await card.locator('code').textContent()}`;
    await page.goto(`http://127.0.0.1:${site.port}`);
    await page.frameLocator('iframe').getByRole('link', { name: 'Strength Basics' }).first().waitFor();
  } finally {
    await site.stop(true);
  }
});

test.each(['de', 'es', 'fr'])('it fits a phone in %s', async (language) => {
  const { page, context } = await open({ width: 390 });
  await context.addCookies([{ name: 'studiod_language', value: language, url: server.ready.rootUrl }]);
  await page.reload();
  await page.locator(`html[lang="${language}"] #embed`).waitFor();
  expect(await sidewaysPixels(page)).toBe(0);
});
