// Opens pages of the console in a real browser, as a person who is signed in.
import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort } from '../../helpers/pebble.ts';
import { testServer } from '../../helpers/process.ts';
import { launchBrowser } from '../launch.ts';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The people of the demo studio. */
type DemoRole = 'owner' | 'front_desk' | 'instructor';

export interface View {
  /** Who is signed in; null for nobody. */
  readonly role?: DemoRole | null;
  /** The link of an invitation that is accepted first, instead of a role. */
  readonly invitation?: string;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** The site at which they work; by default their first one. */
  readonly siteId?: string;
  /** By default American English. */
  readonly locale?: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the browser's log, violations of the content security policy, and requests to other hosts. */
  readonly faults: string[];
}

/** The two widths at which each page is looked at, in a theme each; what `axeFindings` says is of both themes. */
export const VIEWS = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

/** Notes the errors in the log of a page, violations of the content security policy, and requests to other hosts. */
export const faultsOf = (page: Page, rootUrl: string, faults: string[] = []): string[] => {
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(rootUrl) && !/^(?:data|blob):/.test(url)) faults.push(url);
  });
  return faults;
};

/** Starts a sandbox and a browser for the tests of a file. @param words more of the command line of the sandbox. */
export const testConsole = (...words: string[]) =>
  consoleOf(testServer({}, 'sandbox', ...words), ({ rootUrl }) => rootUrl);

/** The same with pages at `http://localhost`, where browsers make passkeys without https. */
export const testConsoleAtLocalhost = () => {
  const port = freePort();
  const address = `http://localhost:${port}`;
  const server = testServer({ env: { STUDIOD_PUBLIC_URL: address } }, 'sandbox', '--port', String(port));
  return consoleOf(server, () => address);
};

/** @param addressOf where the browser opens the pages. */
export const consoleOf = (
  server: ReturnType<typeof testServer>,
  addressOf: (ready: ReturnType<typeof testServer>['ready']) => string,
) => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 90_000);
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await browser?.close();
  });

  /** Opens a page of the console. */
  const open = async (
    path: string,
    { role = 'owner', invitation, width = 1440, theme = 'light', siteId, locale = 'en-US' }: View = {},
  ): Promise<OpenPage> => {
    const rootUrl = addressOf(server.ready);
    const height = width < 640 ? 844 : 900;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale });
    contexts.push(context);
    if (invitation !== undefined) {
      const data = { token: new URL(invitation).hash.slice(1), password: 'tide rope lantern oak' };
      const headers = { 'X-Studiod-Console': '1', origin: rootUrl };
      const response = await context.request.post(`${rootUrl}/manage/auth/invitation`, { headers, data });
      expect(response.status()).toBe(200);
    } else if (role !== null) {
      const response = await context.request.post(`${rootUrl}/sandbox/sign-in`, { data: { role } });
      expect(response.status()).toBe(200);
    }
    if (siteId !== undefined) await context.addInitScript(`localStorage.setItem('studiod.site', '${siteId}')`);
    const page = await context.newPage();
    // A preview or a report takes a busy machine many seconds.
    page.setDefaultTimeout(45_000);
    const faults = faultsOf(page, rootUrl);
    await page.goto(new URL(path, rootUrl).href);
    return { page, context, faults };
  };
  return { server, open };
};

/**
 * The same way to open pages, which closes them after each test. A person has a few streams of changes at once, and each
 * page that is open has one.
 */
export const closedAfterEach = (open: ReturnType<typeof testConsole>['open']): typeof open => {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return async (path, view) => {
    const opened = await open(path, view);
    contexts.push(opened.context);
    return opened;
  };
};

const findingsOf = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Colours change by degrees. A change that never ends is looked at as it is.
  await page.evaluate(`Promise.race([new Promise((passed) => setTimeout(passed, 2000)), Promise.allSettled(
    document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished))])`);
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  // What is right on the page is much, and stays in the browser.
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
};

/** The rules of axe that depend on the theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page in both themes, or in its own, a line for each element; empty where the page is accessible. */
export const axeFindings = async (page: Page, themes: 'both' | 'own' = 'both'): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const findings = await findingsOf(page);
  if (themes === 'own') return findings;
  const isDark = await page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');
  const [theme, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  // Without motion the other colours are there at once.
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' });
  const more = await findingsOf(page, RULES_OF_COLOURS);
  await page.emulateMedia({ colorScheme: theme });
  await page.emulateMedia({ reducedMotion: null });
  return [...findings, ...more.map((finding) => `${other}: ${finding}`)];
};

/** How many pixels a page scrolls sideways: 0 where all of it fits. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  // The place of a bar that is hidden belongs to the page, not to what it holds: then the page is narrower than its window.
  page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

/**
 * The texts of a page that are cut: at the edge of what they stand in, without an ellipsis, or in a button, a tab, a label or a heading.
 * What may be scrolled to is not cut.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = new Set();
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      if (text.data.trim() === '') continue;
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0) continue;
      for (let box = text.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, position, visibility } = getComputedStyle(box);
        if (visibility === 'hidden') break;
        const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
        // What is for screen readers alone has no size.
        if (width <= 1 || height <= 1) break;
        const isLabel = box.closest('button, label, th, h1, h2, h3, nav a, [role="tab"]') !== null;
        const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
        const sideways = boxes.some((each) => each.right - right > 1.5 || left - each.left > 1.5);
        const below = boxes.some((each) => each.bottom - bottom > 4 || top - each.top > 4);
        if ((hides(overflowX) && sideways && (isLabel || textOverflow !== 'ellipsis')) || (hides(overflowY) && below)) {
          found.add(text.data.trim() + ' in ' + box.tagName.toLowerCase() + '.' + box.className);
        }
        // Beyond what scrolls, or stands by itself, nothing cuts it.
        if (overflowX !== 'visible' || position === 'fixed') break;
      }
    }
    return [...found];
  })()`);

/** Waits for what watches over all pages, which comes a moment after the first picture. */
export const guarded = (page: Page): Promise<void> => page.locator('body[data-guarded]').waitFor();
