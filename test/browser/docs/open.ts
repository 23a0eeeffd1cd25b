// Opens the pages of the documentation in a real browser.
import { afterAll, beforeAll } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { testServer } from '../../helpers/process.ts';
import { faultsOf } from '../console/open.ts';
import { launchBrowser } from '../launch.ts';

/** Starts a sandbox and a browser for the tests of a file. */
export const testDocs = () => {
  const server = testServer({}, 'sandbox');
  let browser: Browser;
  /** One for all pages, so that each file is loaded once. */
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext();
  }, 90_000);
  afterAll(() => browser?.close());

  /** Opens a page and collects its errors, what its policy refuses, and its requests to other origins. */
  const openPage = async (path: string, width = 1280): Promise<{ page: Page; faults: string[] }> => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 900 });
    page.setDefaultTimeout(30_000);
    const faults = faultsOf(page, server.ready.rootUrl);
    await page.goto(new URL(path, server.ready.rootUrl).href);
    return { page, faults };
  };
  return { server, openPage };
};
