// Takes the picture of the reference for the README: bun scripts/docs-picture.ts
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { browserPath } from '../test/browser/path.ts';
import { newFolder, removeFolder, startServer } from '../test/helpers/process.ts';

const executablePath = browserPath();
if (executablePath === undefined) {
  console.error('There is no browser. Install chromium, or name one in STUDIOD_TEST_BROWSER.');
  process.exit(1);
}
const cwd = newFolder();
const server = await startServer({ cwd }, 'sandbox');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.ready.rootUrl}/docs`, { waitUntil: 'networkidle' });
  await page.screenshot({ path: resolve(import.meta.dir, '../docs/images/docs.png') });
} finally {
  await browser.close();
  await server.stop();
  removeFolder(cwd);
}
