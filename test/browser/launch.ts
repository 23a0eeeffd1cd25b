import { type Browser, chromium } from 'playwright-core';
import { browserPath } from './path.ts';

/** Starts the browser of this machine. @throws Error where there is none. */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('chromium was not found');
  // A container has no user namespaces for the sandbox of the browser, which opens only the pages of the tests.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 60_000 });
};
