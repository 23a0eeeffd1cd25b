import { existsSync } from 'node:fs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the one that STUDIOD_TEST_BROWSER names; undefined where there is none. */
export const browserPath = (): string | undefined =>
  [process.env.STUDIOD_TEST_BROWSER, ...KNOWN].find((path) => path !== undefined && path !== '' && existsSync(path));
