// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/codes.browser.ts
import { expect, test } from 'bun:test';
import { DISCOUNT_CODES, PLANS } from '../../../src/resources/demo-ids.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

test.each(VIEWS)('the list, a code and its form are accessible at $width px, $theme', async (view) => {
  const { page, context, faults } = await open('/console/plans', view);
  await page.getByRole('link', { name: 'Discount codes' }).click();
  const row = page.getByRole('row', { name: /^WELCOME10/ });
  await row.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Discount codes · Demo Studio');
  await row.click();
  const panel = page.getByRole('complementary', { name: 'WELCOME10' });
  await panel.getByText('10% off').waitFor();
  await panel.getByText('For all plans.').waitFor();
  await panel.getByText('Once per client.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(new RegExp(`/plans/codes/${DISCOUNT_CODES.welcome}`));
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
])('a code is added, changed and archived by $hand at $width px', async ({ hand, handsOn, width }) => {
  const code = `${hand}${width}`.toUpperCase();
  const { page, context, faults } = await open('/console/plans/codes', { width });
  const hands = handsOn(page);
  await hands.press(page.getByRole('link', { name: /^New code/ }));
  await page.waitForURL(/codes\/new/);
  const add = page.getByRole('button', { name: /^Add code/ });
  await hands.press(add);
  await page.getByText('Enter 3 to 32 letters, digits, or hyphens.').waitFor();
  await page.getByText('Enter a name.').waitFor();
  await page.getByText('Enter a whole number from 1 to 100.').waitFor();
  await page.locator('input[name="code"]:focus').waitFor();
  await hands.write(page.getByLabel('Code', { exact: true }), code.toLowerCase());
  await hands.write(page.getByLabel('Name', { exact: true }), 'Spring');
  await hands.choose(page.getByRole('radio', { name: 'An amount' }));
  await hands.write(page.getByLabel('Amount off (USD)'), '12.50');
  await hands.write(page.getByRole('combobox', { name: 'Plans' }), 'Ten');
  await hands.pick(page.getByRole('option', { name: 'Ten classes' }));
  await hands.write(page.getByLabel('Total uses'), '40');
  await page.getByText(`${code} · $12.50 off`).waitFor();
  await page.getByText('For Ten classes.').waitFor();
  await page.getByText('Up to 40 times in total.').waitFor();
  await hands.press(add);
  await toast(page, `${code} is ready to use.`).waitFor();
  const panel = page.getByRole('complementary', { name: code });
  await panel.getByText('0 of 40 uses').waitFor();
  await hands.press(panel.getByRole('link', { name: 'Edit' }));
  await hands.write(page.getByLabel('Total uses'), '50');
  await page.getByText('Before: 40').waitFor();
  await hands.press(page.getByRole('button', { name: /^Save/ }));
  await panel.getByText('0 of 50 uses').waitFor();
  await hands.press(panel.getByRole('button', { name: 'Archive…' }));
  await page.getByText('It can no longer be used.').waitFor();
  await hands.press(page.getByRole('button', { name: `Archive ${code}` }));
  await toast(page, `${code} can no longer be used.`).waitFor();
  await page.getByRole('row', { name: new RegExp(`^${code}`) }).waitFor({ state: 'detached' });
  await hands.turnTo(page.getByRole('tab', { name: 'Archived' }));
  await page.getByRole('row', { name: new RegExp(`^${code}`) }).waitFor();
  const { data } = await elsewhere<{ data: { code: string }[] }>(
    'GET',
    '/manage/discount-codes?include_archived=true&limit=100',
  );
  expect(data.find((each) => each.code === code)).toMatchObject({
    amountOff: 1_250,
    currency: 'USD',
    percentOff: null,
    planIds: [PLANS.tenClasses],
    maxRedemptions: 50,
    maxPerClient: 1,
    status: 'archived',
    startsAt: null,
    endsAt: null,
  });
  expect(faults).toEqual([]);
  await context.close();
});

test.each(VIEWS)('a code for single visits names no plan, at $width px, $theme', async (view) => {
  const code = `ONCE${view.width}${view.theme}`.toUpperCase();
  const { page, context, faults } = await open('/console/plans/codes/new', view);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Name', { exact: true }).fill('First visit');
  await page.getByLabel('Percent off', { exact: true }).fill('100');
  const plans = page.getByRole('combobox', { name: 'Plans' });
  await plans.fill('Ten');
  await page.getByRole('option', { name: 'Ten classes' }).click();
  await page.getByText('For Ten classes.').waitFor();
  await page.getByText('Plans and drop-ins', { exact: true }).click();
  await page.getByText('Also for drop-ins paid online.').waitFor();
  await page.getByText('Drop-ins', { exact: true }).click();
  await plans.waitFor({ state: 'detached' });
  await page.getByText('For drop-ins paid online.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  // The radio button has the focus.
  await page.keyboard.press('Control+Enter');
  const panel = page.getByRole('complementary', { name: code });
  await panel.getByText('For drop-ins paid online.').waitFor();
  await panel.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Plans and drop-ins', { exact: true }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await panel.getByText('Also for drop-ins paid online.').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('what the interface refuses stands beside its field, and a time is by the clock of the studio', async () => {
  const { page, context, faults } = await open('/console/plans/codes/new');
  await page.getByLabel('Code', { exact: true }).fill('Welcome10');
  await page.getByLabel('Name', { exact: true }).fill('Twice');
  await page.getByLabel('Percent off', { exact: true }).fill('5');
  await page.getByLabel('Valid from', { exact: true }).fill('2030-05-02T09:30');
  await page.getByLabel('Valid until', { exact: true }).fill('2030-05-01T09:30');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Choose an end after the start.').waitFor();
  await page.getByLabel('Valid until', { exact: true }).fill('2030-06-01T09:30');
  await page.keyboard.press('Control+Enter');
  await page.getByText('This code already exists. Choose another one.').first().waitFor();
  expect(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Code', { exact: true }).fill('LATER');
  await page.keyboard.press('Control+Enter');
  const panel = page.getByRole('complementary', { name: 'LATER' });
  await panel.getByText('Scheduled').waitFor();
  await panel.getByText('Valid from May 2, 2030, 9:30 AM.').waitFor();
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await context.close();
});

test('who may not change prices may not open them, and sells with a code', async () => {
  const desk = await open('/console/plans/codes', { role: 'front_desk' });
  await desk.page.getByText('You do not have access to this page').waitFor();
  await desk.context.close();
  const sell = `/console/sell?client=${server.ready.clientId}&plan=${PLANS.tenClasses}`;
  for (const view of VIEWS) {
    const { page, context, faults } = await open(sell, { role: 'front_desk', ...view });
    await page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
    await page.getByRole('button', { name: 'Discount code', exact: true }).click();
    await page.getByLabel('Discount code').fill('nope');
    await page.keyboard.press('Enter');
    await page.getByText('We do not recognize this code.', { exact: false }).waitFor();
    await page.getByLabel('Discount code').fill('welcome10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('−$15.00').waitFor();
    await page.getByRole('button', { name: 'Charge $135.00' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
    if (view === VIEWS.at(-1)) {
      await page.getByRole('button', { name: 'Charge $135.00' }).click();
      await page.getByText(/^Ten classes sold/).waitFor();
      await page.getByLabel('Receipt').getByText('$135.00').first().waitFor();
    }
    await context.close();
  }
});
