// Opens the pages for members in a real browser, as a member of the demo studio.
import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { testServer } from '../../helpers/process.ts';
import { faultsOf, type OpenPage } from '../console/open.ts';
import { launchBrowser } from '../launch.ts';

export interface MemberView {
  /** Who is signed in: by default the member of the ready line; null for a stranger. */
  readonly clientId?: string | null;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** By default British English. */
  readonly locale?: string;
  /** Whether the browser runs no scripts. */
  readonly isPlain?: boolean;
  /** More of the browser. */
  readonly options?: BrowserContextOptions;
}

/** Signs a browser in as a member, at once. @param clientId by default the member of the ready line. */
const signIn = async (context: BrowserContext, rootUrl: string, clientId?: string): Promise<void> => {
  const data = { role: 'member', ...(clientId === undefined ? {} : { clientId }) };
  const response = await context.request.post(`${rootUrl}/sandbox/sign-in`, { data });
  expect(response.status()).toBe(200);
};

/**
 * Starts a sandbox and a browser for the tests of a file. What a test has opened is closed after it: each page follows the
 * changes of its member.
 * @param words more of the command line of the sandbox, such as `--clock fixed:2026-03-06T12:30:00Z` in two words.
 */
export const testMember = (...words: string[]) => memberPagesOf(testServer({}, 'sandbox', ...words));

/** @param address where the browser opens the pages; by default the address of the server. */
export const memberPagesOf = (server: ReturnType<typeof testServer>, address?: string) => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    // The tests of a file are one member who opens more pages than a person does in a minute.
    await server.call('PATCH', '/v2/settings', { brand: { memberTier: 'pro' } });
    browser = await launchBrowser();
  }, 90_000);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
  });
  const rootUrl = (): string => address ?? server.ready.rootUrl;

  /** Opens a page. */
  const open = async (path: string, view: MemberView = {}): Promise<OpenPage> => {
    const { clientId, width = 1440, theme = 'light', locale = 'en-US', isPlain = false, options } = view;
    const isPhone = width < 640;
    const context = await browser.newContext({
      viewport: { width, height: isPhone ? 844 : 900 },
      colorScheme: theme,
      locale,
      hasTouch: isPhone,
      javaScriptEnabled: !isPlain,
      ...options,
    });
    contexts.push(context);
    if (clientId !== null) await signIn(context, rootUrl(), clientId);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const faults = faultsOf(page, rootUrl());
    await page.goto(new URL(path, rootUrl()).href);
    return { page, context, faults };
  };

  /**
   * The code of the newest mail to an address. The clock of the sandbox goes on until there is one, and so does time: the page
   * may not have asked for it yet.
   */
  const codeFor = async (email: string): Promise<string> => {
    for (let tries = 0; tries < 200; tries++) {
      const { body } = await server.call('GET', '/sandbox/mailbox');
      const mails: { to: string; text: string }[] = body.data;
      const text = mails.findLast(({ to }) => to === email)?.text ?? '';
      const code = /\b(\d{3}) (\d{3})\b/.exec(text)?.slice(1).join('');
      if (code !== undefined) return code;
      await server.call('POST', '/sandbox/clock', { advance: 'PT1S' });
      await Bun.sleep(100);
    }
    throw new Error(`no mail with a code has come for ${email}`);
  };

  return { server, open, codeFor, rootUrl };
};
