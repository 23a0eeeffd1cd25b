import { existsSync } from 'node:fs';

/** The headless shell comes first: it is faster. */
const KNOWN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** The browser of this machine, or the one that STUDIOD_TEST_BROWSER names; undefined where there is none. */
export const browserPath = (): string | undefined =>
  [process.env.STUDIOD_TEST_BROWSER, ...KNOWN].find((path) => path !== undefined && path !== '' && existsSync(path));
