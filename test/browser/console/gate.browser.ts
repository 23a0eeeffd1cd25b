// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/gate.browser.ts
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';

const { server, open } = testConsole();
const EMAIL = 'olivia@demo-studio.example';
const PASSWORD = 'sandbox password';

const sendPassword = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/manage/auth/sign-in'));
  await page.keyboard.press('Enter');
  await answered;
  // While it waits for the answer, the button takes no press.
  await page.locator('form button[data-pending]').waitFor({ state: 'detached' });
};

test.each(VIEWS)('the sign-in is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/sign-in', { ...view, role: null });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('whoever is not signed in is led to the sign-in, and to the page that was asked for', async () => {
  const { page } = await open('/console/clients?status=active', { role: null });
  await page.waitForURL(/\/console\/sign-in\?next=/);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/console/clients?status=active');
  await sendPassword(page, EMAIL, PASSWORD);
  await page.waitForURL(/\/console\/clients\?status=active/);
});

test('a tab whose person another tab has replaced shows who acts as soon as it is looked at again', async () => {
  const { page, context } = await open('/console/settings/sites');
  await page.getByRole('button', { name: /Olivia .*, account/ }).waitFor();
  const instructor = await open('/console/today', { role: 'instructor' });
  await context.addCookies(await instructor.context.cookies(server.ready.rootUrl));
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.getByRole('button', { name: /Olivia .*, account/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /, account/ }).waitFor();
});

test('without https and a name there are no passkeys, and the account says why', async () => {
  const { page } = await open('/console/sign-in', { role: null });
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  const { page: account } = await open('/console/account');
  await account
    .getByText('Passkeys need an https address with a domain name, and this server does not have one.')
    .waitFor();
  expect(await account.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
});

test('the pages load nothing that the policy refuses, and no other page may frame them', async () => {
  const response = await fetch(`${server.ready.rootUrl}/console/sign-in`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
});

const html = { headers: { 'content-type': 'text/html' } };

describe('attacks on the sign-in', () => {
  test('a browser whose session another person has chosen gets a session of its own', async () => {
    const { page, context } = await open('/console/sign-in', { role: null });
    const { rootUrl } = server.ready;
    const chosen = 'A'.repeat(43);
    await context.addCookies([{ name: 'studiod_session', value: chosen, url: rootUrl }]);
    await sendPassword(page, EMAIL, PASSWORD);
    await page.waitForURL(/\/console\/today/);
    const cookies = await context.cookies(rootUrl);
    expect(cookies.find(({ name }) => name === 'studiod_session')?.value).not.toBe(chosen);
  });

  test('a cookie that was copied is worth nothing after its owner has signed out', async () => {
    const { page, context } = await open('/console/today');
    const { rootUrl } = server.ready;
    const copied = await context.cookies(rootUrl);
    const thief = await open('/console/sign-in', { role: null });
    await thief.context.addCookies(copied);
    await thief.page.goto(`${rootUrl}/console/today`);
    await thief.page.getByRole('button', { name: /, account/ }).waitFor();
    await page.getByRole('button', { name: /, account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await thief.page.reload();
    await thief.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('a page of another origin does nothing in the name of who is signed in', async () => {
    const { page, context } = await open('/console/today');
    const { rootUrl } = server.ready;
    // For cookies localhost is the same site whatever the port, so the browser sends the cookie along.
    const evil = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<!doctype html>', html) });
    try {
      const other = await context.newPage();
      await other.goto(evil.url.href);
      const send = (headers: Record<string, string>) =>
        other.evaluate(
          async ([url, given]) => {
            const sent = { method: 'POST', credentials: 'include', headers: given, body: '{}' } as const;
            return (await fetch(url, sent).catch(() => undefined))?.status ?? 'refused by the browser';
          },
          [`${rootUrl}/manage/auth/sign-out`, headers] as const,
        );
      // A request that needs no leave of the server is sent, and the answer stays hidden from the page.
      expect(await send({ 'content-type': 'text/plain' })).toBe('refused by the browser');
      // The header of the console needs the leave of the server, which gives none.
      expect(await send({ 'x-studiod-console': '1' })).toBe('refused by the browser');
      const form = `<form method="post" action="${rootUrl}/manage/auth/sign-out"></form>`;
      await other.setContent(form);
      const [answer] = await Promise.all([
        other.waitForResponse((response) => response.url().endsWith('/manage/auth/sign-out')),
        other.evaluate('document.forms[0].submit()'),
      ]);
      expect(answer.status()).toBe(403);
    } finally {
      await evil.stop(true);
    }
    await page.reload();
    await page.getByRole('button', { name: /, account/ }).waitFor();
  });

  // The last test: the address waits after it.
  test('after five wrong passwords the page counts the seconds, whether or not somebody has the email', async () => {
    const seen: string[] = [];
    for (const email of ['nobody@demo-studio.example', EMAIL]) {
      await server.call('POST', '/sandbox/clock', { advance: 'PT2H' });
      const { page } = await open('/console/sign-in', { role: null });
      for (let count = 0; count < 5; count += 1) {
        await sendPassword(page, email, 'not the password');
        await page.getByText('Wrong email or password.').waitFor();
      }
      await sendPassword(page, email, 'not the password');
      await page
        .getByText(/Too many attempts\. Wait \d+ seconds\./)
        .first()
        .waitFor();
      seen.push((await page.getByRole('alert').textContent()) ?? '');
      expect(await axeFindings(page)).toEqual([]);
    }
    // The wait is 30 seconds; a slow machine sees fewer.
    expect(seen.filter((text) => /^Too many attempts\. Wait (?:30|2\d) seconds\.$/.test(text))).toEqual(seen);
  });
});
