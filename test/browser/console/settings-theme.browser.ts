// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/settings-theme.browser.ts
// Brand and theme, and the studio: a colour with its examples and contrast, the logo, what apps show, and who was faster.
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { pngWithText } from '../../helpers/pictures.ts';
import { until } from '../../helpers/process.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const { elsewhere } = peopleOf(server);

const open = closedAfterEach(openAny);

const THEME = '/console/settings/theme';
const STUDIO = '/console/settings/studio';

interface Experience {
  readonly theme: { readonly version: number; readonly colors: Readonly<Record<string, string>> };
  readonly maintenance: object;
  readonly features: Readonly<Record<string, boolean>>;
  readonly milestones: object;
}
const published = () => elsewhere<Experience>('GET', '/manage/experience');
const put = (body: object) => elsewhere('PUT', '/manage/experience', body);
interface Brand {
  readonly brand: Readonly<Record<string, unknown>>;
  readonly payment: Readonly<Record<string, unknown>>;
}
const settings = () => elsewhere<Brand>('GET', '/v2/settings');
const change = (body: object) => elsewhere('PATCH', '/v2/settings', body);

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });
const rule = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const publish = (page: Page) => page.getByRole('button', { name: /^Publish/ });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const buttonColour = (page: Page): Promise<string> =>
  page.evaluate<string>("getComputedStyle(document.querySelector('.previews .pv-button')).backgroundColor");

test.each(VIEWS)(
  'brand and theme are accessible at $width px, $theme, with a colour that is hard to read',
  async (view) => {
    const { page, faults } = await open(THEME, view);
    await field(page, 'Color').waitFor();
    expect(await page.title()).toBe('Brand and theme · Demo Studio');
    expect(await axeFindings(page)).toEqual([]);
    await field(page, 'Color').fill('#FACC15');
    await page.getByText('Your yellow is too light for text, so links use a darker shade.').waitFor();
    for (const place of ['Member site', 'Console', 'Kiosk', 'Email']) {
      await page.getByRole('radio', { name: place }).click();
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  },
);

test.each(VIEWS)('the studio is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(STUDIO, view);
  await field(page, 'Support email for members').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

describe.each([
  { by: 'keys', handsOn: keysOn, colour: '#FACC15', rgb: 'rgb(250, 204, 21)' },
  { by: 'clicks', handsOn: mouseOn, colour: '#2563EB', rgb: 'rgb(37, 99, 235)' },
])('by $by', ({ by, handsOn, colour, rgb }) => {
  test('a colour is tried, published, and seen at once', async () => {
    const before = await published();
    const { page, context, faults } = await open('/console/today');
    const hands = handsOn(page);
    await hands.press(page.getByRole('link', { name: 'Settings' }));
    await hands.write(field(page, 'Color'), colour);
    // The example follows, the console does not.
    await preview(page).getByText('Book for 1 credit').first().waitFor();
    await until(async () => (await buttonColour(page)) === rgb);
    expect((await published()).theme.version).toBe(before.theme.version);
    if (by === 'keys') {
      await page.getByText('12.0 : 1').waitFor();
      await page.getByText('Dark, because white would only reach 1.5 : 1').waitFor();
      await page.keyboard.press('Control+Enter');
    } else await hands.press(publish(page));
    await toast(page, `Published as version ${before.theme.version + 1}.`).waitFor();
    await page.getByText(/^Version \d+, by Olivia Grant on /).waitFor();
    const after = await published();
    expect([after.theme.version, after.theme.colors.primary]).toEqual([before.theme.version + 1, colour.toLowerCase()]);
    // The page shows it without being loaded again, and theme.css has it.
    await page
      .locator(`link[href="/console/theme.css?v=${colour.slice(1).toLowerCase()}"]`)
      .waitFor({ state: 'attached' });
    const solid = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--brand-solid')");
    const { origin } = new URL(page.url());
    const css = await (await context.request.get(`${origin}/console/theme.css?v=${colour.slice(1)}`)).text();
    await until(async () => (await page.locator('link[href^="/console/theme.css"]').count()) === 1);
    expect(css).toContain((await solid()).trim());
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

test('name, features, maintenance and milestones are published together', async () => {
  await put({ features: { awards: true }, maintenance: {}, milestones: {} });
  await change({ brand: { name: 'Demo Studio' } });
  const { page, faults } = await open(THEME);
  await field(page, 'Studio name').fill('Tide and Rope');
  await preview(page).getByText('Tide and Rope').first().waitFor();
  await page.getByText('Members see the awards they have earned. Default: On.').waitFor();
  await page.getByText(/The console keeps working\. Default: Off\.$/).waitFor();
  await rule(page, 'Awards').press('Space');
  await rule(page, 'Turn on maintenance mode').press('Space');
  await field(page, 'Message to members').fill('Back on Monday.');
  await field(page, 'Until').fill('2026-03-09T08:00');
  await field(page, 'Visit milestones').fill('10, 100 50');
  await page.getByText('6 unsaved changes').waitFor();
  await publish(page).click();
  await toast(page, /Published as version/).waitFor();
  expect(await published()).toMatchObject({
    features: { awards: false, challenges: true },
    // By the clock of the studio, in New York.
    maintenance: { active: true, message: 'Back on Monday.', until: '2026-03-09T12:00:00.000Z' },
    milestones: { visits: [10, 50, 100], minutes: null },
  });
  expect((await settings()).brand.name).toBe('Tide and Rope');
  await page.getByRole('navigation', { name: 'Console' }).getByText('Tide and Rope').waitFor();
  expect(faults).toEqual([]);
  await change({ brand: { name: 'Demo Studio' } });
  await put({ features: { awards: true }, maintenance: {}, milestones: {} });
});

test('what is no colour is said beside it, and the server says what is wrong with milestones', async () => {
  const { page } = await open(THEME);
  await field(page, 'Color').fill('sun');
  await publish(page).click();
  await page.getByText('Enter the color as six hex digits, such as #0B7A5C.').waitFor();
  await page.locator('[name="theme.colors.primary"]:focus').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await field(page, 'Visit milestones').fill('ten');
  await publish(page).click();
  const wrong = page.locator('.field').filter({ has: page.getByLabel('Visit milestones', { exact: true }) });
  await wrong.locator('.error').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('two people who publish at once: both values are shown, and nothing is overwritten unseen', async () => {
  await put({ theme: { colors: { primary: '#0f766e' } }, features: { video: true } });
  const { page } = await open(THEME);
  await field(page, 'Color').fill('#7A1F5C');
  await put({ theme: { colors: { primary: '#b91c1c' } }, features: { video: false } });
  await publish(page).click();
  await page.getByText(/Someone else changed this at/).waitFor();
  await page.locator('label').filter({ hasText: 'Their version' }).getByText('#B91C1C').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('label').filter({ hasText: 'Your version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, /Published as version/).waitFor();
  const { theme, features } = await published();
  expect([theme.colors.primary, features.video]).toEqual(['#7a1f5c', false]);
  await put({ features: { video: true } });
});

test('a logo is chosen, used at once, and removed', async () => {
  const { page, faults } = await open(THEME);
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'or choose a file' }).first().click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await choose('small.png', 'image/png', pngWithText());
  await page.getByText('This image is too small. Use one at least 256 px wide and high.').waitFor();
  await choose('words.png', 'image/png', Buffer.from('no picture'));
  await page.getByText(/This file is not an image/).waitFor();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="red"/></svg>';
  await choose('logo.svg', 'image/svg+xml', Buffer.from(drawing));
  await toast(page, 'Logo saved.').waitFor();
  expect((await settings()).brand.logoUrl).toMatch(/\/media\/pictures\//);
  await preview(page).locator('.logo img').first().waitFor();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await toast(page, 'Logo removed.').waitFor();
  expect((await settings()).brand.logoUrl).toBeNull();
  expect(faults).toEqual([]);
});

test('a photo is cut for wide screens and for phones, used at once, and removed', async () => {
  const { page, faults } = await open(THEME);
  const drop = page.locator('.field').filter({ hasText: 'Photo above the schedule' });
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      drop.getByRole('button', { name: 'or choose a file' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await choose('small.png', 'image/png', pngWithText());
  await page.getByText(/^This photo is too small/).waitFor();
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1500, 1000];
    const context = canvas.getContext('2d');
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 1500, 1000);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  await choose('studio.png', 'image/png', Buffer.from(drawn, 'base64'));
  await toast(page, 'Photo saved.').waitFor();
  const { photoUrl, photoSmallUrl } = (await settings()).brand;
  const sizes = await page.evaluate<
    number[][]
  >(`Promise.all(${JSON.stringify([photoUrl, photoSmallUrl])}.map(async (url) => {
    const picture = await createImageBitmap(await (await fetch(new URL(url).pathname)).blob());
    return [picture.width, picture.height];
  }))`);
  expect(sizes).toEqual([
    [1600, 400],
    [810, 450],
  ]);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await toast(page, 'Photo removed.').waitFor();
  expect((await settings()).brand.photoUrl).toBeNull();
  expect(faults).toEqual([]);
});

test('leaving with changes asks', async () => {
  const { page } = await open(THEME);
  await field(page, 'Color').fill('#123456');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Studio' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Leave without saving', exact: true }).click();
  await field(page, 'Support email for members').waitFor();
});

describe.each([THEME, STUDIO])('%s', (path) => {
  test('is read by the front desk, which changes nothing', async () => {
    const { page, faults } = await open(path, { role: 'front_desk' });
    await page.getByText('Only owners and managers can change this.').waitFor();
    const main = page.getByRole('main');
    for (const role of ['textbox', 'switch', 'checkbox'] as const) expect(await main.getByRole(role).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('is refused to instructors', async () => {
    const { page } = await open(path, { role: 'instructor' });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  });
});

test('the studio has its language, week and help', async () => {
  await change({ brand: { weekStart: 'MO', supportEmail: null } });
  const { page, faults } = await open(STUDIO);
  await page.getByRole('button', { name: /First day of the week/ }).click();
  await page.getByRole('option', { name: 'Sunday' }).click();
  await field(page, 'Support email for members').fill('help@tide-and-rope.com');
  await page.getByText('Before: Monday').waitFor();
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect((await settings()).brand).toMatchObject({
    weekStart: 'SU',
    supportEmail: 'help@tide-and-rope.com',
    defaultSiteId: SITES.downtown,
  });
  expect(faults).toEqual([]);
  await change({ brand: { weekStart: 'MO' } });
});
