// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/jobs.browser.ts
// Long work in the tray: exports and changes of a schedule, with how far they are and what came of them.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { addDays, localDateAt } from '../../../src/kernel/local-time.ts';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open: openAny } = testConsole();
const open = closedAfterEach(openAny);
const { elsewhere } = peopleOf(server);
/** At the site. */
const TOMORROW = addDays(localDateAt(Date.now(), 'America/New_York'), 1);
const JOBS = '**/manage/jobs';

const tray = (page: Page) => page.getByRole('region', { name: 'Background tasks' });
/** The work of a name in the tray, which the other pages of a phone have. */
const work = (page: Page, name: string) => tray(page).getByRole('listitem').filter({ hasText: name });

const addDaily = async (name: string, horizonDays: number): Promise<string> => {
  const { id } = await elsewhere('POST', '/v2/schedules', {
    name,
    siteId: SITES.downtown,
    startDate: TOMORROW,
    startTime: '05:10',
    durationMinutes: 20,
    capacity: 5,
    horizonDays,
    recurrenceRule: { frequency: 'daily' },
    allowConflict: true,
  });
  return id;
};

/** Downloads a file, and waits until it is there. */
const download = async (page: Page, button: string): Promise<void> => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  await (await saved).path();
};

test('an export is in the tray with its records, over a reload, until it is closed', async () => {
  const { page, faults } = await open('/console/data/export');
  await download(page, 'CSV: Plans: prices and terms');
  const line = work(page, 'Export: Plans');
  const { data } = await elsewhere<{ data: object[] }>('GET', '/manage/plans?limit=100');
  await line.getByText(`Done, ${data.length} rows`).waitFor();
  expect(await line.getByRole('link').getAttribute('href')).toBe('/console/data/export');
  await page.goto(`${server.ready.rootUrl}/console/today`);
  await line.getByText(`Done, ${data.length} rows`).waitFor();
  await line.getByRole('button', { name: 'Close Plans' }).click();
  await line.waitFor({ state: 'detached' });
  const looked = page.waitForResponse(JOBS);
  await page.reload();
  await (await looked).finished();
  await page.locator('.slot').first().waitFor();
  expect([await tray(page).count(), faults]).toEqual([0, []]);
});

test('a list that is downloaded is there too, and what others have begun is not', async () => {
  await elsewhere('GET', '/manage/exports/sites?format=json');
  const { page } = await open('/console/plans');
  await download(page, 'Download CSV of all plans');
  await work(page, 'Export: Plans')
    .getByText(/^Done, \d+ rows$/)
    .waitFor();
  expect(await tray(page).getByRole('listitem').count()).toBe(1);
});

test('a file that is made before the page has looked for jobs is there', async () => {
  const { page } = await open('/console/account');
  const { promise: isMade, resolve: made } = Promise.withResolvers<void>();
  await page.route(
    JOBS,
    async (route) => {
      await isMade;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(`${server.ready.rootUrl}/console/clients`);
  await download(page, 'Download CSV of all clients');
  made();
  await work(page, 'Export: Clients')
    .getByText(/^Done, \d+ rows$/)
    .waitFor();
});

test('a change of a schedule says how far it is, and what came of it, also where the page is left or loaded anew', async () => {
  const id = await addDaily('Dawn Bells', 700);
  let isHeld = true;
  const { page, faults } = await open(`/console/timetable/${id}/change`);
  // The first looks find it at work: a machine may be too fast to show that.
  let looks = 0;
  await page.route(JOBS, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    looks += 1;
    for (const job of body.jobs) {
      if (job.subject === 'Dawn Bells' && isHeld) {
        Object.assign(job, { state: 'running', done: 40, step: 'change', result: null, finishedAt: null });
      }
    }
    await route.fulfill({ response, json: body });
  });
  await page.getByLabel('Starts').fill('05:20');
  await page.getByRole('button', { name: /^Change \d+ classes/ }).click();
  const line = work(page, 'Schedule: Dawn Bells');
  await line.getByRole('progressbar').waitFor();
  await line.getByText('40%').waitFor();
  await page.goto(`${server.ready.rootUrl}/console/today`);
  await line.getByText('40%').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  isHeld = false;
  await line.getByText(/^Done\. Classes: 0 added, [67]\d\d changed, 0 canceled$/).waitFor();
  expect(looks).toBeGreaterThan(1);
  await line.getByRole('link').click();
  await page.getByRole('heading', { name: 'Schedule', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a change that ends before the page has seen its job is told by the page that is opened next', async () => {
  const id = await addDaily('Noon Bells', 700);
  const { page } = await open(`/console/timetable/${id}/change`);
  await page.getByLabel('Starts').fill('05:20');
  const button = page.getByRole('button', { name: /^Change \d+ classes/ });
  await button.waitFor();
  // A page whose looks fail gives up after some seconds, which the change may take: they get no response at all.
  const { promise: isOpened, resolve: opened } = Promise.withResolvers<void>();
  let isHeld = true;
  await page.route(JOBS, async (route) => {
    if (!isHeld) return route.continue();
    await isOpened;
    return route.abort();
  });
  const changed = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && !response.url().includes('dry_run'),
  );
  await button.click();
  await changed;
  // Nor has the next page a response at first.
  const asked = page.waitForRequest(JOBS);
  await page.goto(`${server.ready.rootUrl}/console/today`);
  await asked;
  isHeld = false;
  opened();
  await work(page, 'Schedule: Noon Bells')
    .getByText(/^Done\. Classes: 0 added, [67]\d\d changed, 0 canceled$/)
    .waitFor();
});

test('a change that the server does not list as a job is not there', async () => {
  const id = await addDaily('Short Bells', 3);
  const { page } = await open(`/console/timetable/${id}/change`);
  // On a busy machine three classes may take the time of long work.
  await page.route(JOBS, async (route) => {
    const response = await route.fetch();
    const { jobs, ...body } = await response.json();
    const others = jobs.filter(({ subject }: { subject: string }) => subject !== 'Short Bells');
    await route.fulfill({ response, json: { ...body, jobs: others } });
  });
  await page.getByLabel('Starts').fill('05:20');
  await page.getByRole('button', { name: /^Change \d+ classes/ }).click();
  await page.getByText('Short Bells updated.').waitFor();
  expect(await tray(page).count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.each(VIEWS)('the tray is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/data/export', view);
  await download(page, 'JSON: Locations: addresses, rooms, hours, closures');
  if (view.width === 390) await page.getByRole('button', { name: 'More, Background tasks' }).click();
  await work(page, 'Export: Locations')
    .getByText(/^Done, \d+ rows$/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect([await sidewaysPixels(page), faults]).toEqual([0, []]);
});
