import { type Browser, chromium } from 'playwright-core';
import { browserPath } from './path.ts';

/** Starts the browser of this machine. @param words more of its command line. @throws Error where there is no browser. */
export const launchBrowser = async (...words: string[]): Promise<Browser> => {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('chromium was not found');
  // A container has no user namespaces for the sandbox of the browser, which opens only the pages of the tests.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...words], timeout: 60_000 });
};
