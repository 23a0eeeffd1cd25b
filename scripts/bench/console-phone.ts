// Pages on a slow phone, for the benchmark of the console.
import type { Browser, Page } from 'playwright-core';

/** Lines of a phone: the latency of a request in ms, and the bits a second that come and go. */
export const LINES = [
  { name: 'slow 4G', latency: 150, down: 1_600_000, up: 750_000 },
  { name: 'slow 3G', latency: 400, down: 400_000, up: 400_000 },
] as const;
type Line = (typeof LINES)[number];

/** How much slower the processor of the phone is. */
const SLOWER = 4;

const slowDown = async (page: Page, { latency, down, up }: Line): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down / 8,
    uploadThroughput: up / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

const FIRST = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;

/** The milliseconds until a page shows its first contents. */
const firstContents = async (page: Page, url: string): Promise<number> => {
  await page.goto(url);
  await page.waitForFunction(FIRST);
  return page.evaluate<number>(FIRST);
};

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };

/** The milliseconds until a phone that has nothing of the page yet shows the first contents of the timetable. */
export const measureFirstContents = async (
  browser: Browser,
  rootUrl: string,
  line: Line,
  rounds: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await slowDown(page, line);
    times.push(await firstContents(page, `${rootUrl}/book`));
    await context.close();
  }
  return times;
};

/** How Today opens on a phone, ms: its first contents, and its classes; with nothing of the console, and then with its files. */
export interface Openings {
  readonly first: number[];
  readonly classes: number[];
  readonly firstAgain: number[];
  readonly classesAgain: number[];
}

/** Opens Today on a phone whose person is signed in and has seen the console before. */
export const measureToday = async (desk: Page, rootUrl: string, line: Line, rounds: number): Promise<Openings> => {
  const times: Openings = { first: [], classes: [], firstAgain: [], classesAgain: [] };
  const storageState = await desk.context().storageState();
  const browser = desk.context().browser();
  if (browser === null) throw new Error('there is no browser');
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ ...PHONE, storageState });
    for (const [first, classes] of [
      [times.first, times.classes],
      [times.firstAgain, times.classesAgain],
    ] as const) {
      const page = await context.newPage();
      await slowDown(page, line);
      first.push(await firstContents(page, `${rootUrl}/console/today`));
      await page.locator('.day').waitFor();
      classes.push(await page.evaluate<number>('performance.now()'));
      await page.close();
    }
    await context.close();
  }
  return times;
};
