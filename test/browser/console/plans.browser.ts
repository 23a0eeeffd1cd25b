// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/plans.browser.ts
import { expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

const newPlan = (name: string, more: object = {}): Promise<{ id: string }> =>
  elsewhere('POST', '/manage/plans', {
    name,
    type: 'credit_pack',
    price: 8_000,
    currency: 'USD',
    creditsTotal: 5,
    validityDays: 60,
    ...more,
  });

test.each(VIEWS)('the list, a plan and its form are accessible at $width px, $theme', async (view) => {
  const name = `Acc ${view.theme}${view.width}`;
  const { id } = await newPlan(name, { eligibleCategories: ['Yoga'], usageLimit: { count: 2, period: 'week' } });
  const { page, context, faults } = await open('/console/plans', view);
  await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Plans · Demo Studio');
  await page.getByRole('row', { name: new RegExp(`^${name}`) }).click();
  const panel = page.getByRole('complementary', { name });
  await panel.getByText('Up to 2 classes per week.').waitFor();
  await panel.getByText('Valid for Yoga only.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(new RegExp(`/plans/${id}`));
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test.each([
  { hand: 'mouse', handsOn: mouseOn, width: 1440 },
  { hand: 'keyboard', handsOn: keysOn, width: 1440 },
  { hand: 'mouse', handsOn: mouseOn, width: 390 },
])('a plan is added, changed and archived by $hand at $width px', async ({ hand, handsOn, width }) => {
  const name = `Pack ${hand}${width}`;
  const { page, context, faults } = await open('/console/plans', { width });
  const hands = handsOn(page);
  await hands.press(page.getByRole('link', { name: /^New plan/ }));
  await page.waitForURL(/plans\/new/);
  const add = page.getByRole('button', { name: /^Add plan/ });
  await hands.press(add);
  await page.getByText('Enter a name.').waitFor();
  await page.locator('input[name="name"]:focus').waitFor();
  await page.getByText('Enter an amount.').waitFor();
  await hands.write(page.getByLabel('Name'), name);
  await hands.write(page.getByLabel('Price in USD'), '120');
  await hands.write(page.getByLabel('Credits', { exact: true }), '8');
  await page.getByText(`${name}: $120.00.`).waitFor();
  await page.getByText('Includes 8 credits.').waitFor();
  await hands.press(add);
  await toast(page, `${name} is on sale.`).waitFor();
  const panel = page.getByRole('complementary', { name });
  await panel.getByText('Valid for 90 days from the purchase.').waitFor();
  await hands.press(panel.getByRole('link', { name: 'Edit' }));
  await hands.write(page.getByLabel('Price in USD'), '99.50');
  await page.getByText('Before: 120.00').waitFor();
  await hands.press(page.getByRole('button', { name: /^Save/ }));
  await panel.getByText('$99.50').waitFor();
  await hands.press(panel.getByRole('button', { name: 'Archive…' }));
  await page.getByText('It is no longer sold.').waitFor();
  await hands.press(page.getByRole('button', { name: `Archive ${name}` }));
  await toast(page, `${name} is no longer on sale.`).waitFor();
  await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' });
  await hands.turnTo(page.getByRole('tab', { name: 'Archived' }));
  await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor();
  expect(new URL(page.url()).searchParams.get('show')).toBe('archived');
  expect(faults).toEqual([]);
  await context.close();
});

test('what the interface refuses stands beside its field, and nothing is lost', async () => {
  const { page, context, faults } = await open('/console/plans');
  await page.getByRole('link', { name: /^New plan/ }).waitFor();
  await page.keyboard.press('n');
  await page.waitForURL(/plans\/new/);
  await page.getByLabel('Name').fill('Monthly');
  await page.getByLabel('Price in USD').fill('90');
  await page
    .locator('label')
    .filter({ hasText: /^Limited membership/ })
    .click();
  await page.getByLabel('Credits', { exact: true }).fill('');
  await page.keyboard.press('Control+Enter');
  const usage = page.getByLabel('Class limit');
  await page.getByText('Enter a usage limit or a number of credits.').waitFor();
  expect(await usage.getAttribute('aria-invalid')).toBe('true');
  await usage.fill('3');
  await page.getByLabel('Valid for', { exact: true }).fill('');
  await page.getByRole('switch', { name: 'Renews automatically' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Something is missing here.').waitFor();
  // Leaving with changes asks first.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Monthly');
  await page.getByLabel('Valid for', { exact: true }).fill('1');
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Monthly is on sale.').waitFor();
  // A membership lasts months unless somebody says days.
  const panel = page.getByRole('complementary', { name: 'Monthly' });
  await panel.getByText('Valid for 1 month from the purchase.').waitFor();
  await panel.getByText('every month, on the day it started', { exact: false }).waitFor();
  // The browser notes each refusal itself.
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await context.close();
});

test('what two people change at once is chosen, and nothing is overwritten unseen', async () => {
  const { id } = await newPlan('Two Hands');
  const { page, context, faults } = await open(`/console/plans/${id}`);
  await page.getByLabel('Price in USD').fill('70');
  await elsewhere('PATCH', `/manage/plans/${id}`, { price: 7_500, description: 'From elsewhere' });
  await page.getByRole('button', { name: /^Save/ }).click();
  const both = page.getByRole('group').or(page.getByRole('radiogroup', { name: 'Price' }));
  await both.getByText('75.00').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('.conflict label').filter({ hasText: '70' }).click();
  await page.locator('.conflict').getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Two Hands' });
  await panel.getByText('$70.00').waitFor();
  await panel.getByText('From elsewhere').waitFor();
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  await context.close();
});

test('an introduction is sold once to each person, unless somebody says otherwise', async () => {
  const { page, context, faults } = await open('/console/plans/new');
  const kind = (name: string) => page.locator('label').filter({ hasText: name });
  const most = page.getByLabel('Uses per client');
  await page.getByRole('switch', { name: 'Sell online' }).click();
  expect(await most.inputValue()).toBe('');
  await kind('Intro offer').click();
  await page.getByText('1 means each client can buy it once.', { exact: false }).waitFor();
  expect(await most.inputValue()).toBe('1');
  await page.getByText('Each client can buy it online once.').waitFor();
  await kind('Drop-in').click();
  expect(await most.inputValue()).toBe('');
  await most.fill('3');
  await kind('Intro offer').click();
  expect(await most.inputValue()).toBe('3');
  expect(faults).toEqual([]);
  await context.close();
});

test('a plan that is sold online for money says when no card can be charged', async () => {
  const { payment } = await elsewhere<{ payment: { acceptedMethods: string[] } }>('GET', '/v2/settings');
  const { acceptedMethods } = payment;
  await elsewhere('PATCH', '/v2/settings', { payment: { acceptedMethods: ['cash'] } });
  const { id } = await newPlan('Unpayable', { isSoldOnline: true });
  const { page, context, faults } = await open(`/console/plans?open=${id}`);
  const panel = page.getByRole('complementary', { name: 'Unpayable' });
  await panel.getByText('This cannot be bought online yet').waitFor();
  await panel.getByText('Cards are not an accepted payment method.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Open payment settings' }).click();
  await page.waitForURL(/settings\/payment/);
  await page.goBack();
  await panel.getByRole('link', { name: 'Edit' }).click();
  const said = page.getByText('This cannot be bought online yet');
  await said.waitFor();
  await page.getByLabel('Price in USD').fill('0');
  await said.waitFor({ state: 'detached' });
  await page.getByLabel('Price in USD').fill('80');
  await said.waitFor();
  await page.getByRole('switch', { name: 'Sell online' }).click();
  await said.waitFor({ state: 'detached' });
  await elsewhere('PATCH', '/v2/settings', { payment: { acceptedMethods } });
  expect(faults).toEqual([]);
  await context.close();
});

test('a plan that is sold online says at which sites no card can be charged', async () => {
  const { data } = await elsewhere<{ data: { id: string; name: string }[] }>('GET', '/v2/sites');
  const [first, other] = data;
  if (first === undefined || other === undefined) throw new Error('there are too few sites');
  const setMethods = (id: string, acceptedMethods: string[] | null) =>
    elsewhere('PATCH', `/v2/settings?siteId=${id}`, { payment: { acceptedMethods } });
  await setMethods(first.id, ['cash']);
  const { id } = await newPlan('Here and there', { isSoldOnline: true });
  const { page, context, faults } = await open(`/console/plans?open=${id}`);
  // The stream of changes never ends, so that the page would never be idle with it.
  await page.route('**/manage/live*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
  const panel = page.getByRole('complementary', { name: 'Here and there' });
  await panel.getByText(`This cannot be bought online at ${first.name} yet`).waitFor();
  await panel.getByText('Cards are not an accepted payment method.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Open payment settings' }).click();
  await page.waitForURL((url) => url.searchParams.get('site') === first.id);
  await page.goBack();
  /** Until the page has drawn what it has read of the settings of the site where the plan is sold. */
  const reloadAndRead = async (): Promise<void> => {
    const read = page.waitForResponse(
      (response) => /\/settings\b/.test(response.url()) && response.url().includes(other.id),
    );
    await page.reload();
    await (await read).finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  };
  // Only the sites where it is sold count: there, nobody can pay.
  await elsewhere('PATCH', `/manage/plans/${id}`, { eligibleSiteIds: [first.id] });
  await page.reload();
  await panel.getByText('This cannot be bought online yet').waitFor();
  await elsewhere('PATCH', `/manage/plans/${id}`, { eligibleSiteIds: [other.id] });
  await reloadAndRead();
  await panel.getByText(`At ${other.name}.`, { exact: false }).waitFor();
  expect(await panel.getByText('This cannot be bought online').count()).toBe(0);
  await setMethods(first.id, null);
  // An exception takes cards where the brand does not.
  const { payment } = await elsewhere<{ payment: { acceptedMethods: string[] } }>('GET', '/v2/settings');
  await elsewhere('PATCH', '/v2/settings', { payment: { acceptedMethods: ['cash'] } });
  await setMethods(other.id, ['card']);
  await reloadAndRead();
  await panel.getByText(`At ${other.name}.`, { exact: false }).waitFor();
  expect(await panel.getByText('This cannot be bought online at').count()).toBe(0);
  await elsewhere('PATCH', '/v2/settings', { payment: { acceptedMethods: payment.acceptedMethods } });
  await setMethods(other.id, null);
  expect(faults).toEqual([]);
  await context.close();
});

test('who may not change plans may not open them', async () => {
  for (const role of ['front_desk', 'instructor'] as const) {
    const { page, context, faults } = await open('/console/plans', { role });
    await page.getByText('You do not have access to this page').waitFor();
    expect(await page.getByRole('link', { name: 'Plans' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  }
});

test('the list shows one kind of plan, also after it is loaded again', async () => {
  await newPlan('Pack to filter');
  await newPlan('Intro to filter', { type: 'trial' });
  const { page, faults } = await open('/console/plans');
  await page.getByRole('row', { name: /^Pack to filter/ }).waitFor();
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Type' }).click();
  await page.getByRole('menuitemradio', { name: 'Intro offer' }).click();
  await page.getByRole('row', { name: /^Pack to filter/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /^Intro to filter/ }).waitFor();
  expect(page.url()).toContain('type=trial');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('New (on lists)').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('row', { name: /^Intro to filter/ }).waitFor();
  expect(await page.getByRole('row', { name: /^Pack to filter/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a price has the decimals of its currency in every browser, and is read as people write it', async () => {
  for (const [code, currency] of [
    ['BUD', 'HUF'],
    ['BGD', 'IQD'],
    ['TYO', 'JPY'],
  ] as const) {
    const address = { line1: '1', postalCode: '1', city: 'Town', country: 'US' };
    await elsewhere('POST', '/v2/sites', {
      name: `Site ${code}`,
      code,
      currency,
      timezone: 'Europe/Budapest',
      address,
    });
  }
  const { page, faults } = await open('/console/plans/new');
  const choose = async (before: string, currency: string): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`Currency.*${before}|${before}.*Currency`) }).click();
    await page.getByRole('option', { name: currency }).click();
  };
  const price = (currency: string) => page.getByLabel(`Price in ${currency}`);
  const name = 'Forint';
  await page.getByLabel('Name').fill(name);
  await price('USD').fill('$225');
  await page.getByText(`${name}: $225.00.`).waitFor();
  await price('USD').fill('1,250');
  await page.getByText(`${name}: $1,250.00.`).waitFor();
  await price('USD').fill('a lot');
  await price('USD').blur();
  await page.getByText('Enter an amount such as 12.50.').waitFor();
  expect(await page.getByText('$0.00').count()).toBe(0);
  await page.getByRole('button', { name: /^Add plan/ }).click();
  await price('USD').and(page.locator(':focus')).waitFor();
  await choose('USD', 'IQD');
  await price('IQD').fill('1,250');
  await price('IQD').blur();
  await page.getByText('This could be 1,250.000 or 1.250. Enter it one of these ways.').waitFor();
  await choose('IQD', 'JPY');
  await price('JPY').fill('12.50');
  await price('JPY').blur();
  await page.getByText('Enter an amount such as 1,250.').waitFor();
  await choose('JPY', 'HUF');
  await price('HUF').fill('5000');
  await price('HUF').blur();
  expect(await price('HUF').inputValue()).toBe('5,000.00');
  await page.getByRole('button', { name: /^Add plan/ }).click();
  await toast(page, `${name} is on sale.`).waitFor();
  const { data } = await elsewhere<{ data: { name: string; price: number }[] }>('GET', '/manage/plans?limit=100');
  expect(data.find((plan) => plan.name === name)?.price).toBe(500_000);
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .filter({ hasText: /HUF\s5,000\.00/ })
    .waitFor();
  expect(faults).toEqual([]);
});

test('the categories of the classes are added by a press, spelled as the classes spell them', async () => {
  const { data } = await elsewhere<{ data: { category: string | null }[] }>(
    'GET',
    `/v2/schedules?location_id=${SITES.downtown}`,
  );
  const [first = '', second = ''] = [...new Set(data.flatMap(({ category }) => category ?? []))].toSorted();
  expect(second).not.toBe('');
  const { page, faults } = await open('/console/plans/new');
  const known = page.getByRole('group', { name: 'Categories of your classes' });
  await known.getByRole('button', { name: second, exact: true }).click();
  await known.getByRole('button', { name: first, exact: true }).click();
  await known.getByRole('button', { name: first, exact: true }).waitFor({ state: 'detached' });
  const name = 'Known categories';
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price in USD').fill('90');
  await page.getByLabel('Credits', { exact: true }).fill('5');
  await page.getByLabel('Valid for', { exact: true }).fill('60');
  await page.getByRole('button', { name: /^Add plan/ }).click();
  await toast(page, `${name} is on sale.`).waitFor();
  const plans = await elsewhere<{ data: { name: string; eligibleCategories: string[] }[] }>(
    'GET',
    '/manage/plans?limit=100',
  );
  expect(plans.data.find((plan) => plan.name === name)?.eligibleCategories).toEqual([second, first]);
  expect(faults).toEqual([]);
});
