// Run by scripts/test where there is a browser: bun test ./test/browser/cards.browser.ts
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { testServer } from '../helpers/process.ts';
import { type Hands, keysOn, touchOn } from './console/hands.ts';
import { launchBrowser } from './launch.ts';

const server = testServer({ env: { STUDIOD_MEMBER_CORS_ORIGINS: 'https://app.yoga.example' } }, 'sandbox');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

const member = (method: string, path = '') => {
  const { memberToken, siteId } = server.ready;
  const headers = { authorization: `Bearer ${memberToken}`, 'x-site-id': siteId };
  return server.call(method, `/public-api/v2/member/payments/methods${path}`, undefined, headers);
};

/** Opens a page and collects its errors and its requests to other origins. */
const openPage = async (path: string): Promise<{ page: Page; errors: string[] }> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.ready.rootUrl)) errors.push(request.url());
  });
  await page.goto(server.ready.rootUrl + path);
  return { page, errors };
};

const type = (page: Page, number: string) => page.fill('#number', number);
const showsStatus = (page: Page, text: string) => page.waitForSelector(`#status:text-is("${text}")`);
const statusContains = (page: Page, text: string) => page.waitForSelector(`#status:has-text("${text}")`);

test('the confirm page of the sandbox: declined, approved, confirmed; then the card is saved', async () => {
  const { body: setup } = await member('POST');
  const keys = new URLSearchParams({
    publishableKey: setup.publishableKey,
    clientSecret: setup.setupIntentClientSecret,
  });
  const { page, errors } = await openPage(`/sandbox/processor/confirm#${keys}`);
  await type(page, '4000 0000 0000 0002');
  await page.click('[type=submit]');
  await showsStatus(page, 'Your card was declined.');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_failed');
  await type(page, '4000 0025 0000 3155');
  await page.click('[type=submit]');
  await showsStatus(page, 'requires_action');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_incomplete');
  await page.click('#approve');
  await showsStatus(page, 'succeeded');
  expect((await member('POST', `/${setup.id}/complete`)).body).toMatchObject({
    status: 'active',
    card: { last4: '3155' },
  });
  expect(errors).toEqual([]);
  await page.close();
}, 120_000);

test('a key and a secret that do not match', async () => {
  const { page } = await openPage('/sandbox/processor/confirm');
  await page.fill('#publishableKey', 'pk_test_sandbox_acct_other');
  await page.fill('#clientSecret', 'seti_1_secret_2');
  await type(page, '4242 4242 4242 4242');
  await page.click('[type=submit]');
  await statusContains(page, 'No such setup intent');
  await page.close();
}, 120_000);

/** Opens the page of the demo client; `more` are further values of its fragment. */
const openCards = (more: Record<string, string> = {}) => {
  const { memberToken, siteId } = server.ready;
  return openPage(`/cards/add#${new URLSearchParams({ token: memberToken, site: siteId, ...more })}`);
};
const fill = async (page: Page, number: string, expiry = '11/31', cvc = '123') => {
  await page.fill('#number', number);
  await page.fill('#expiry', expiry);
  await page.fill('#cvc', cvc);
  await page.click('[type=submit]');
};

test('the page to add a card: a declined card, a saved card; the token is removed from the address', async () => {
  const { page, errors } = await openCards();
  await page.waitForSelector('[type=submit]:enabled');
  expect(page.url()).toBe(`${server.ready.rootUrl}/cards/add`);
  expect(await page.textContent('header')).toBe('Demo Studio');
  await fill(page, '4000 0000 0000 0002');
  await showsStatus(page, 'Your card was declined.');
  await fill(page, '4242 4242 4242 4242');
  await showsStatus(page, 'Card saved. You can close this page.');
  expect(await page.textContent('#cards')).toContain('visa ending in 4242, 11/2031');
  expect((await member('GET')).body.data[0].card).toMatchObject({ last4: '4242', expMonth: 11, expYear: 2031 });
  expect(errors).toEqual([]);
  await page.close();
}, 120_000);

test('the page refuses what is wrong in words, before it sends anything', async () => {
  const { page } = await openCards();
  await page.waitForSelector('[type=submit]:enabled');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  for (const [number, expiry, cvc, words] of [
    ['4242 4242 42', '11/31', '123', 'Check the card number. It is incomplete or has a typo.'],
    ['4242 4242 4242 4241', '11/31', '123', 'Check the card number. It is incomplete or has a typo.'],
    ['4242424242424242', '13/31', '123', 'Enter the month and year on the card, such as 09/30.'],
    ['4242424242424242', '', '123', 'Enter the month and year on the card, such as 09/30.'],
    ['4242424242424242', '01/20', '123', 'This card has expired. Use another one.'],
    ['4242424242424242', '1/2020', '123', 'This card has expired. Use another one.'],
    ['4242424242424242', '11/31', '12', 'Enter the three- or four-digit security code.'],
  ] as const) {
    await page.fill('#cvc', '');
    await fill(page, number, expiry, cvc);
    await showsStatus(page, words);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  }
  expect(sent).toEqual([]);
  await page.close();
}, 120_000);

test('the slash of the expiry and the spaces of the number come by themselves', async () => {
  const { page } = await openCards();
  await page.waitForSelector('[type=submit]:enabled');
  await page.locator('#number').pressSequentially('4242424242424242');
  await page.locator('#expiry').pressSequentially('1131');
  expect(await page.inputValue('#number')).toBe('4242 4242 4242 4242');
  expect(await page.inputValue('#expiry')).toBe('11/31');
  // Somebody who types the slash too, and other ways in which cards and people write it.
  for (const [typed, shown] of [
    ['12/30', '12/30'],
    ['12//30', '12/30'],
    ['12/2030', '12/2030'],
    ['1/30', '1/30'],
  ] as const) {
    await page.fill('#expiry', '');
    await page.locator('#expiry').pressSequentially(typed);
    expect(await page.inputValue('#expiry')).toBe(shown);
  }
  await page.close();
}, 120_000);

test('return_url: leads back when the card is saved; another origin is refused before', async () => {
  const { page } = await openCards({ return_url: `${server.ready.rootUrl}/livez?from=cards` });
  await page.waitForSelector('[type=submit]:enabled');
  await fill(page, '4242424242424242', '0932');
  await page.waitForURL(`${server.ready.rootUrl}/livez?from=cards`);
  await page.close();
  const app = await openCards({ return_url: 'https://app.yoga.example/cards' });
  await app.page.waitForSelector('[type=submit]:enabled');
  await app.page.close();
  for (const url of ['https://evil.example/', 'ftp://evil.example', '//evil.example', 'data:text/html,x']) {
    const { page: refused } = await openCards({ return_url: url });
    await statusContains(refused, 'This link goes to a page that does not belong to Demo Studio.');
    expect(await refused.isVisible('form')).toBe(false);
    await refused.close();
  }
}, 120_000);

test('the page says in words that a token is no longer valid, and that a link is incomplete', async () => {
  const { page } = await openPage(`/cards/add#token=none&site=${server.ready.siteId}`);
  await statusContains(page, 'Your sign-in has expired. Open this page again from Demo Studio’s app or website.');
  await page.close();
  const { page: incomplete } = await openPage(`/cards/add#token=${server.ready.memberToken}`);
  await statusContains(incomplete, 'This link is incomplete.');
  await incomplete.close();
}, 120_000);

/** The contrast of the color of text to a background, as WCAG defines it; both are `rgb(r, g, b)`. */
const contrast = (text: string, ground: string): number => {
  const light = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [light(text), light(ground)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
};

test('the page can be read with a logo, wide or narrow, light or dark, also when the logo does not load', async () => {
  const { rootUrl, apiKey } = server.ready;
  const setBrand = (brand: object) =>
    fetch(`${rootUrl}/v2/settings`, {
      method: 'PATCH',
      headers: { 'x-service-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ brand }),
    });
  const name = 'Extraordinarilylongandunbreakablenameofastudio & Friends';
  expect((await setBrand({ name, logoUrl: `${rootUrl}/livez?logo` })).status).toBe(200);
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openCards();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 760 });
      await page.waitForSelector('[type=submit]:enabled');
      expect(await page.textContent('header')).toBe(name);
      const seen = await page.evaluate(`(() => {
        const style = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo);
        const paper = style('main').backgroundColor;
        return {
          isTooWide: document.documentElement.scrollWidth > innerWidth,
          logoGround: style('header img').backgroundColor,
          edge: [style('#number').borderTopColor, paper],
          pairs: [
            [style('header').color, style('body').backgroundColor],
            [style('h1').color, paper],
            [style('.note').color, paper],
            [style('#number', '::placeholder').color, paper],
            [style('button').color, style('button').backgroundColor],
          ],
        };
      })()`);
      const { isTooWide, logoGround, edge, pairs } = seen as {
        isTooWide: boolean;
        logoGround: string;
        edge: [string, string];
        pairs: [string, string][];
      };
      expect(isTooWide).toBe(false);
      expect(logoGround).toBe(colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgba(0, 0, 0, 0)');
      for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(...edge)).toBeGreaterThanOrEqual(3);
      await page.close();
    }
  }
  expect((await setBrand({ name: 'Demo Studio', logoUrl: null })).status).toBe(200);
}, 120_000);

test('the card page with the theme of the studio, in the dark too, on a phone and on a desktop', async () => {
  const { rootUrl, apiKey, memberToken, siteId } = server.ready;
  const put = async (theme: object) => {
    const headers = { 'x-service-api-key': apiKey, 'content-type': 'application/json' };
    const init = { method: 'PUT', headers, body: JSON.stringify({ theme }) };
    expect((await fetch(`${rootUrl}/manage/experience`, init)).status).toBe(200);
  };
  await put({ colors: { primary: '#7a1f5c', background: '#fbf5f0' }, fontFamily: 'Georgia, serif' });
  const { page, errors } = await openPage(`/cards/add#token=${memberToken}&site=${siteId}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('[type=submit]:not([disabled])');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 760 });
    expect(
      await page.evaluate(`(() => {
        const style = (selector) => getComputedStyle(document.querySelector(selector));
        return {
          background: style('body').backgroundColor,
          button: style('button').backgroundColor,
          font: style('button').fontFamily,
          width: document.documentElement.scrollWidth,
        };
      })()`),
    ).toEqual({
      background: 'rgb(251, 245, 240)',
      button: 'rgb(122, 31, 92)',
      width,
      font: 'Georgia, serif, system-ui, sans-serif',
    });
  }
  expect(errors).toEqual([]);
  await page.close();
  await put({});
}, 120_000);

describe('where a studio offers all ways to pay', () => {
  beforeAll(async () => {
    await server.call('PATCH', '/v2/settings', { payment: { waysToPay: true, maxSavedMethods: 10 } });
  });
  afterAll(async () => {
    await server.call('PATCH', '/v2/settings', { payment: { waysToPay: false } });
  });

  const openWays = async (width: number, handsOn: (page: Page) => Hands) => {
    const { memberToken, siteId } = server.ready;
    const context = await browser.newContext({ viewport: { width, height: 800 }, hasTouch: width < 500 });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.ready.rootUrl}/cards/add#${new URLSearchParams({ token: memberToken, site: siteId })}`);
    await page.waitForSelector('#form [type=submit]:enabled');
    await page.getByRole('heading', { name: 'Add a way to pay' }).waitFor();
    const hands = handsOn(page);
    return { page, hands, save: () => hands.press(page.getByRole('button', { name: 'Save', exact: true })) };
  };

  test('by keyboard: a wallet that is dismissed, a wrong account, and an account that is saved with its mandate', async () => {
    const { page, hands, save } = await openWays(1440, keysOn);
    await hands.choose(page.getByRole('radio', { name: 'Sandbox wallet' }));
    await save();
    await page.keyboard.press('Escape');
    await showsStatus(page, 'You closed the wallet. Nothing was saved.');
    await hands.choose(page.getByRole('radio', { name: 'Direct debit' }));
    await hands.write(page.getByLabel('IBAN'), 'DE00');
    await save();
    await showsStatus(page, 'This account number is not right. Check it.');
    await hands.write(page.getByLabel('IBAN'), 'DE89 3704 0044 0532 0130 00');
    await save();
    await showsStatus(page, 'Saved. You can close this page.');
    await page.getByText('SEPA 3000').waitFor();
    expect((await member('GET')).body.data[0]).toMatchObject({
      type: 'sepa_debit',
      mandate: { reference: expect.any(String) },
    });
    await page.context().close();
  }, 120_000);

  test('by touch: a bank declines, then approves and leads back; who comes back again is told so', async () => {
    const { page, hands, save } = await openWays(390, touchOn);
    await hands.choose(page.getByRole('radio', { name: 'Your bank' }));
    await save();
    await page.getByRole('heading', { name: 'Save your account' }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Decline' }));
    await statusContains(page, 'The bank declined to save this.');
    expect(page.url()).toBe(`${server.ready.rootUrl}/cards/add`);
    const before = (await member('GET')).body.data.length;
    await hands.choose(page.getByRole('radio', { name: 'Your bank' }));
    await save();
    let back = '';
    page.on('request', (request) => {
      if (request.url().includes('setup_intent=')) back = request.url();
    });
    await hands.press(page.getByRole('button', { name: 'Approve' }));
    await showsStatus(page, 'Saved. You can close this page.');
    expect(page.url()).toBe(`${server.ready.rootUrl}/cards/add`);
    await page.goto(back);
    await statusContains(page, 'You are back from your bank.');
    expect(await page.isVisible('#form')).toBe(false);
    expect((await member('GET')).body.data).toHaveLength(before + 1);
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    await page.context().close();
  }, 120_000);
});
