// The desk of the benchmark of the console: a page that is signed in, and the time from an input to what it shows.
import type { Browser, Page } from 'playwright-core';

export interface Desk {
  readonly page: Page;
  readonly rootUrl: string;
}

/** Accepts the invitation of an owner, and opens Today. */
export const openDesk = async (browser: Browser, invitation: string): Promise<Desk> => {
  const { origin: rootUrl, hash } = new URL(invitation);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const headers = { 'X-Studiod-Console': '1', origin: rootUrl };
  const data = { token: hash.slice(1), password: 'tide rope lantern oak' };
  const accepted = await context.request.post(`${rootUrl}/manage/auth/invitation`, { headers, data });
  if (!accepted.ok()) throw new Error(`the invitation answered ${accepted.status()}`);
  const page = await context.newPage();
  await page.goto(`${rootUrl}/console/today`);
  await page
    .getByRole('button', { name: /^Check in / })
    .first()
    .waitFor();
  return { page, rootUrl };
};

/**
 * The milliseconds from an input to the frame after which something is shown.
 * @param event the event that begins, as the browser has noted it.
 * @param isShown an expression of the page.
 */
const timeTo = async (
  page: Page,
  event: 'keydown' | 'click',
  isShown: string,
  act: () => Promise<void>,
): Promise<number> => {
  await page.evaluate(`void (globalThis.measured = new Promise((resolve) => {
    let start;
    document.addEventListener('${event}', ({ timeStamp }) => { start = timeStamp; }, { once: true, capture: true });
    setTimeout(resolve, 20_000, -1);
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.now() - start);
    const look = () => {
      if (start !== undefined && (${isShown})) painted.port2.postMessage(0);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }))`);
  await act();
  const time = await page.evaluate<number>('globalThis.measured');
  if (time < 0) {
    throw new Error(`this was not shown: ${isShown}\n${await page.locator('body').textContent()}`);
  }
  return time;
};

/** Checks people in: from the press to the word in their row. A key waits until it can no longer be a letter of a card. */
export const measureCheckIns = async ({ page }: Desk, rounds: number): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press('j');
    await page
      .getByRole('button', { name: /^Check in / })
      .and(page.locator(':focus'))
      .waitFor();
    await page.evaluate('void (globalThis.row = document.activeElement.closest("[data-person]"))');
    const isHere = '!globalThis.row.isConnected || /Here /.test(globalThis.row.textContent)';
    times.push(await timeTo(page, 'click', isHere, () => page.locator(':focus').click()));
    await page.locator('.toast').filter({ hasText: 'is checked in.' }).first().waitFor();
  }
  return times;
};

/** Types three letters into the desk bar: from the third letter to the clients who are found by it. */
export const measureSearches = async ({ page }: Desk, texts: readonly string[]): Promise<number[]> => {
  const times: number[] = [];
  for (const text of texts) {
    await page.keyboard.press('/');
    await page.locator('.palette input:focus').waitFor();
    await page.keyboard.type(text.slice(0, 2));
    await page.getByRole('option').first().waitFor();
    const answered = `performance.getEntriesByType('resource').some(({ name }) => name.includes('q=${text}&'))`;
    const isMarked = `[...document.querySelectorAll('.palette mark')].some((mark) => mark.textContent.length === 3)`;
    const isFound = `${answered} && ${isMarked}`;
    times.push(await timeTo(page, 'keydown', isFound, () => page.keyboard.type(text.slice(2))));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  return times;
};

/** The pages by their names in the navigation: the last part of their path, and what shows their data. */
const PAGES = {
  Today: ['today', '.slot'],
  Calendar: ['calendar', '.fc-event, .event'],
  Clients: ['clients', 'tbody tr'],
  Sell: ['sell', '.plans label, .who-card'],
  Schedule: ['timetable', 'h1'],
} as const;

/** Goes from page to page by the navigation: from the click to the page with its data. The first round warms up. */
export const measurePages = async ({ page }: Desk, rounds: number): Promise<Record<string, number[]>> => {
  const times: Record<string, number[]> = {};
  const pages = Object.entries(PAGES);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, [path, content]] of pages) {
      const link = page
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link', { name: new RegExp(`^${name}`) });
      const isShown =
        `location.pathname === '/console/${path}' && ` +
        `document.querySelector('main h1') !== null && document.querySelector('main .skeleton') === null && ` +
        `document.querySelector(${JSON.stringify(
          content
            .split(', ')
            .map((each) => `main ${each}`)
            .join(', '),
        )}) !== null`;
      const time = await timeTo(page, 'click', isShown, () => link.click());
      if (round > 0) times[name] = [...(times[name] ?? []), time];
    }
  }
  return times;
};

/** The bytes of the files that the first page loads, as they come over the wire, in kB. */
export const firstLoadOf = async ({ page, rootUrl }: Desk): Promise<number> => {
  const state = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ storageState: state });
  if (context === undefined) throw new Error('there is no browser');
  const first = await context.newPage();
  const sizes: Promise<number>[] = [];
  first.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/console')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await first.goto(`${rootUrl}/console/today`);
  await first.locator('.slot').first().waitFor();
  const bytes = await Promise.all(sizes);
  await context.close();
  return bytes.reduce((sum, each) => sum + each, 0) / 1_000;
};
