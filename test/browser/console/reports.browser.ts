// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/reports.browser.ts
import { expect, test } from 'bun:test';
import { addDays, localDateAt } from '../../../src/kernel/local-time.ts';
import { MEMBER, SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole();
const open = closedAfterEach(openAny);
const { elsewhere } = peopleOf(server);

const TABS = ['Attendance', 'Occupancy', 'Revenue', 'Clients', 'Late cancels', 'Instructors'] as const;

/** The days of the demo studio, which is a week old: from nine days ago until today. */
const demoDays = async () => {
  const { now } = await elsewhere<{ now: string }>('GET', '/sandbox/clock');
  const today = localDateAt(Date.parse(now), 'America/New_York');
  const dateOf = (days: number) => addDays(today, days);
  return { dateOf, range: `${dateOf(-9)}..${dateOf(0)}` };
};

test.each(VIEWS)('every report is accessible at $width px, $theme', async (view) => {
  const { range } = await demoDays();
  const { page, faults } = await open(`/console/reports?range=${range}`, view);
  await page.getByRole('img', { name: /^Visits per day, .*: peak of \d+ on .* Table below\.$/ }).waitFor();
  expect(await page.title()).toBe('Reports: Attendance · Demo Studio');
  for (const name of TABS) {
    await page.getByRole('tab', { name }).click();
    await until(async () => (await page.title()) === `Reports: ${name} · Demo Studio`);
    await page.locator('.report-skeleton').waitFor({ state: 'detached' });
    await page.locator('.reports-grid .card').first().waitFor();
    for (const summary of await page.getByText('View as table').all()) await summary.click();
    expect([name, await axeFindings(page)]).toEqual([name, []]);
    expect([name, await sidewaysPixels(page)]).toEqual([name, 0]);
  }
  expect(faults).toEqual([]);
});

test.each(['de-DE', 'es-ES', 'fr-FR'])('no table of a report is wider than a phone in %s', async (locale) => {
  const { page } = await open('/console/reports?tab=late-cancels', { width: 390, locale });
  await page.locator('.reports-grid table').filter({ visible: true }).first().waitFor();
  expect(await sidewaysPixels(page)).toBe(0);
  // The direction of points is said to who cannot see the arrow.
  const points = page.locator('.figures .delta').filter({ hasText: /Punkt|punto|point/ });
  if ((await points.count()) > 0) expect(await points.locator('.visually-hidden').count()).toBe(1);
});

test('a range in which nothing was held says so', async () => {
  const { page } = await open('/console/reports?range=2019-03-01..2019-03-07');
  await page.getByRole('heading', { name: 'By class' }).waitFor();
  await page.getByText('No data for these dates.').waitFor();
});

test('the figures, the table and the file are those of the interface', async () => {
  const { range, dateOf } = await demoDays();
  const { page, faults } = await open(`/console/reports?range=${range}&site=${SITES.downtown}`);
  const asked = `from=${dateOf(-9)}&to=${dateOf(0)}&location_id=${SITES.downtown}`;
  const report = await elsewhere<{
    figures: { visits: number };
    days: { date: string; visits: number }[];
  }>('GET', `/manage/reports/attendance?${asked}`);
  expect(report.figures.visits).toBeGreaterThan(0);
  const figure = page.locator('.figures > div').filter({ hasText: 'Visits' }).locator('dd');
  await figure
    .filter({ hasText: new RegExp(`^${report.figures.visits}`) })
    .first()
    .waitFor();
  await page.getByText('View as table').click();
  const cells = page.getByRole('table', { name: 'Visits per day' }).locator('tbody tr td:nth-child(2)');
  expect(await cells.allTextContents()).toEqual(report.days.map(({ visits }) => String(visits)));
  // The days before have something to compare with.
  await page.locator('.figures .delta').first().waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV of this report' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`attendance-days-${dateOf(-9)}-${dateOf(0)}.csv`);
  const text = await Bun.file(await file.path()).text();
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[2])),
  ).toEqual(report.days.map(({ visits }) => visits));
  expect(faults).toEqual([]);
});

test.each([
  { hand: 'mouse', handsOn: mouseOn, width: 1440 },
  { hand: 'keyboard', handsOn: keysOn, width: 1440 },
  { hand: 'mouse', handsOn: mouseOn, width: 390 },
])('range, site and tab are chosen by $hand at $width px, and stand in the address', async ({ handsOn, width }) => {
  const { page, faults } = await open('/console/reports', { width });
  const hands = handsOn(page);
  await hands.press(page.getByRole('button', { name: 'All locations, change location' }));
  await hands.pick(page.getByRole('menuitemradio', { name: 'Downtown' }));
  await page.waitForURL(new RegExp(`site=${SITES.downtown}`));
  await hands.press(page.getByRole('button', { name: /change date range$/ }));
  await hands.pick(page.getByRole('menuitemradio', { name: 'Last 7 days' }));
  await page.waitForURL(/range=7d/);
  await hands.turnTo(page.getByRole('tab', { name: 'Revenue' }));
  await page.waitForURL(/tab=revenue/);
  await page.reload();
  await page.getByRole('heading', { name: 'Revenue per day' }).waitFor();
  await hands.press(page.getByRole('button', { name: /change date range$/ }));
  await hands.pick(page.getByRole('menuitemradio', { name: 'Custom dates…' }));
  await page.getByLabel('From').fill('2024-01-01');
  await page.getByLabel('To', { exact: true }).fill('2024-01-31');
  await hands.press(page.getByRole('button', { name: 'Apply' }));
  await page.getByText('No payments in this period').waitFor();
  expect(new URL(page.url()).searchParams.get('range')).toBe('2024-01-01..2024-01-31');
  expect(faults).toEqual([]);
});

test.each([
  { hand: 'mouse', handsOn: mouseOn },
  { hand: 'keyboard', handsOn: keysOn },
])('a month is closed for pay and opened again by $hand', async ({ handsOn }) => {
  const { page, faults } = await open(`/console/reports?tab=instructors&range=last-month&site=${SITES.online}`);
  const hands = handsOn(page);
  await hands.press(page.getByRole('button', { name: /^Close / }));
  const question = page.getByRole('alertdialog', { name: /^The figures and pay for .* at Online are locked/ });
  await hands.press(question.getByRole('button', { name: /^Close / }));
  await toast(page, 'Month closed.').waitFor();
  await page.getByText(/closed on /).waitFor();
  await hands.press(page.getByRole('button', { name: /^Reopen / }));
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: /^Reopen / }));
  await page.getByText(/open, updates with every change/).waitFor();
  expect(faults).toEqual([]);
});

test('who sees no reports finds no page, and nobody else who is not asked', async () => {
  const { page } = await open('/console/reports', { role: 'front_desk' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0);
});

// Last, since it moves the clock of the studio. Three weeks of work are done at once: a busy machine takes minutes.
test('two weeks later a range is compared with the range before, and closed days are marked', async () => {
  const { dateOf } = await demoDays();
  const closures = [{ startDate: dateOf(18), endDate: dateOf(18), name: 'Inventory' }];
  await elsewhere('PATCH', `/v2/sites/${SITES.downtown}`, { closures });
  const during = `location_id=${SITES.downtown}&start_time_gte=${dateOf(13)}T00:00:00Z`;
  const { data } = await elsewhere<{ data: { id: string }[] }>('GET', `/v2/sessions?limit=1&${during}`);
  await elsewhere('POST', '/v2/bookings', { clientId: MEMBER, sessionId: data[0]?.id, requireCredit: false });
  await server.call('POST', '/sandbox/clock', { advance: 'P21D' });
  const { page, faults } = await open(
    `/console/reports?site=${SITES.downtown}&range=${dateOf(11)}..${dateOf(20)}&tab=occupancy`,
  );
  await page.getByRole('button', { name: /^vs\. / }).waitFor();
  await page.getByRole('img', { name: /Closed on 1 day\./ }).waitFor();
  await page.locator('.plot .mark').first().waitFor();
  await page.getByRole('button', { name: /^vs\. / }).click();
  await page.waitForURL(/compare=none/);
  await page.getByRole('button', { name: 'Compare with previous period' }).waitFor();
  await page.locator('.plot .mark').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Compare with previous period' }).click();
  await page.locator('.plot .mark').first().waitFor();
  // A long range is drawn by weeks.
  await page.goto(page.url().replace(/range=[^&]*/, `range=${dateOf(-80)}..${dateOf(20)}`));
  await page.getByRole('heading', { name: 'Spots filled per week' }).waitFor();
  await page.locator('.plot .line').first().waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
}, 300_000);
