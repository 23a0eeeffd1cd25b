// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/secure.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '../../helpers/pebble.ts';
import { testServer, until } from '../../helpers/process.ts';
import { launchBrowser } from '../launch.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const fixture = (name: string): string => resolve(import.meta.dir, '../../fixtures/tls', name);
const port = freePort();
const address = `https://localhost:${port}`;
const server = testServer(
  { env: { STUDIOD_PUBLIC_URL: address } },
  'serve',
  '--port',
  String(port),
  '--tls-cert',
  fixture('loopback.pem'),
  '--tls-key',
  fixture('loopback.key'),
);

/** The browser takes the certificate as good: it makes passkeys on no page whose certificate is in doubt. */
const trusted = (): string => {
  const { publicKey } = new X509Certificate(readFileSync(fixture('loopback.pem')));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser(`--ignore-certificate-errors-spki-list=${trusted()}`);
}, 90_000);
afterAll(() => browser?.close());

const link = (): string => /\S+\/console\/setup#\S+/.exec(server.errSoFar())?.[0] ?? '';

test('over TLS the first owner adds a passkey and signs in with it alone', async () => {
  await until(() => link() !== '');
  expect(link()).toStartWith(`${address}/console/setup#`);
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await addAuthenticator(page);
  await page.goto(link());
  await page.getByLabel('First name').fill('Olivia');
  await page.getByLabel('Last name').fill('Grant');
  await page.getByLabel('Email').fill('olivia@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Yoga');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open your studio' }).click();
  await page.waitForURL(/\/console\/today/);

  await page.goto(`${address}/console/account`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: /, account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: '__Host-studiod' }));

  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/console\/today/);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === '__Host-studiod')).toMatchObject({
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    domain: 'localhost',
  });
});
