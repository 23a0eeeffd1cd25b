// The page for members on a slow phone, for the benchmark of the console.
import type { Browser } from 'playwright-core';

/** Lines of a phone: the latency of a request in ms, and the bits a second that come and go. */
export const LINES = [
  { name: 'slow 4G', latency: 150, down: 1_600_000, up: 750_000 },
  { name: 'slow 3G', latency: 400, down: 400_000, up: 400_000 },
] as const;

/** How much slower the processor of the phone is. */
const SLOWER = 4;

/** The milliseconds until a phone that has nothing of the page yet shows the first contents of the timetable. */
export const measureFirstContents = async (
  browser: Browser,
  rootUrl: string,
  { latency, down, up }: (typeof LINES)[number],
  rounds: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: down / 8,
      uploadThroughput: up / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${rootUrl}/book`);
    const first = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
    await page.waitForFunction(first);
    times.push(await page.evaluate<number>(first));
    await context.close();
  }
  return times;
};
