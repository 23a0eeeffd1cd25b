import { beforeEach, describe, expect, test } from 'bun:test';
import { systemRandom } from '../../../src/kernel/random.ts';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';

let member: Member;
let pages: Awaited<ReturnType<typeof pagesOf>>;
let planId: string;
let sessionId: string;
const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
beforeEach(async () => {
  await studio.patch('/v2/settings', { payment: { waysToPay: true } });
  member = await studio.member();
  pages = await pagesOf(studio, member.clientId);
  planId = await createPlan(studio, { isSoldOnline: true });
  sessionId = await addSession(studio, { capacity: 1 });
  studio.events();
});

const path = () => `/book/plans/${planId}/buy`;
const classPath = () => `/book/class/${sessionId}/book`;
/** Presses the button of a page. Returns where it leads. */
const press = async (at: string, more: Record<string, string> = {}): Promise<string> => {
  const { status, to } = await pages.post(at, { ...fieldsIn((await pages.get(at)).text), ...more });
  expect(status).toBe(303);
  return String(to);
};
const asked = async (purchase: string) => {
  const id = purchase.split('/').at(-1) ?? '';
  return (await member.call('POST', `/public-api/v2/member/purchases/${id}/complete`)).body;
};

describe('off', () => {
  test('there is no word of it, and the form cannot ask for it', async () => {
    await studio.patch('/v2/settings', { payment: { waysToPay: false } });
    const { text } = await pages.get(path());
    for (const words of ['Wallet', 'value="any"', 'How do you want to pay?']) expect(text).not.toContain(words);
    const refused = await pages.post(path(), { ...fieldsIn(text), card: 'any' });
    expect([refused.status, studio.count('payments')]).toEqual([409, 0]);
  });
});

describe('on', () => {
  test('the page of a plan leads to the choice, which holds the spot and has no card fields', async () => {
    const { text } = await pages.get(classPath());
    expect(text).toContain('name="card" value="any"');
    expect(text).not.toContain('cc-number');
    const purchase = await press(classPath());
    const page = await pages.get(purchase);
    for (const words of ['How do you want to pay?', 'Your spot is held until', 'data-ways=', 'Cancel payment']) {
      expect(page.text).toContain(words);
    }
    expect(page.headers.get('content-security-policy')).not.toContain('stripe');
  });

  test('a kept card pays as before', async () => {
    await studio.save(member);
    expect(await press(path())).toBe('/book/me');
    expect(studio.taken().count).toBe(1);
  });

  test('what was paid leads to the ticket; the page opened again leads there too', async () => {
    const purchase = await press(classPath());
    const { publishableKey, clientSecret } = await asked(purchase);
    await studio.sandbox.pay(publishableKey, clientSecret, { way: 'wallet' });
    for (const _ of ['first', 'again']) {
      const { status, to } = await pages.get(purchase);
      expect([status, to]).toEqual([303, expect.stringMatching(/^\/book\/me\/bookings\/.*\?new$/)]);
    }
  });

  test('while the bank takes days, where nothing is given before, the page says so', async () => {
    await studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } });
    const purchase = await press(path());
    const { publishableKey, clientSecret } = await asked(purchase);
    await studio.sandbox.pay(publishableKey, clientSecret, { way: 'debit', iban: 'DE89370400440532013000' });
    expect((await pages.get(purchase)).text).toContain('Your bank is working on it');
  });

  test('the account saves any way too, and says so; off, it saves cards', async () => {
    const at = '/book/me/account/cards';
    expect((await pages.get(at)).text).toContain('Add a way to pay');
    const on = (await pages.get(`${at}/add`)).text;
    for (const words of ['<h1>Add a way to pay</h1>', 'value="card" checked', 'id="iban"', 'id="card-number"']) {
      expect(on).toContain(words);
    }
    await studio.patch('/v2/settings', { payment: { waysToPay: false } });
    expect((await pages.get(at)).text).toContain('Add card');
    const off = (await pages.get(`${at}/add`)).text;
    for (const words of ['Add a way to pay', 'name="way"', 'IBAN', 'data-any-way']) expect(off).not.toContain(words);
    expect(off).toContain('<h1>Add card</h1>');
  });

  test('given up, it leads back to what was chosen, and nothing is charged', async () => {
    const purchase = await press(path());
    const { to } = await pages.post(purchase, { act: 'cancel' });
    expect(to).toContain('card=any');
    expect(studio.taken().count).toBe(0);
  });
});

describe('with Stripe', () => {
  const stripe = forEachTest(() =>
    openStudio({
      mail: keepMails().transport,
      processor: (store, seal) => ({ ...createSandboxProcessor(store, systemRandom(), seal), name: 'stripe' }),
    }),
  );

  test('only pages that have its form let in its origins, and no others', async () => {
    await stripe.patch('/v2/settings', { payment: { waysToPay: true } });
    const own = await pagesOf(stripe, await createClient(stripe));
    const id = await createPlan(stripe, { isSoldOnline: true });
    const page = await own.get(`/book/plans/${id}/buy`);
    const { to } = await own.post(`/book/plans/${id}/buy`, fieldsIn(page.text));
    const [choice, cards] = [await own.get(String(to)), await own.get('/book/me/account/cards/add')];
    for (const { text, headers } of [choice, cards]) {
      const policy = headers.get('content-security-policy') ?? '';
      const origins = policy.match(/https:\/\/[^ ;]+/g) ?? [];
      expect(origins.length).toBeGreaterThan(0);
      expect(origins.filter((origin) => !/^https:\/\/([^/]+\.)?stripe\.com$/.test(origin))).toEqual([]);
      expect(text).not.toContain('js.stripe.com');
    }
    expect(choice.text).toContain('id="payment-frame"');
    expect(cards.text).toContain('data-any-way="/book/me/account/cards/add?next=');
    for (const each of [page, await own.get('/book/plans'), await own.get('/book/me')]) {
      expect(each.headers.get('content-security-policy')).not.toContain('stripe');
    }
  });
});
