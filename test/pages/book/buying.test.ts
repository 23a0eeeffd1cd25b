import { beforeEach, describe, expect, test } from 'bun:test';
import { systemRandom } from '../../../src/kernel/random.ts';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createClient, createPlan, UNKNOWN } from '../../helpers/sales.ts';

const EVIL = `"><img src=x onerror=alert(1)>`;

let member: Member;
let pages: Awaited<ReturnType<typeof pagesOf>>;
let planId: string;
const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
beforeEach(async () => {
  member = await studio.member();
  pages = await pagesOf(studio, member.clientId);
  planId = await createPlan(studio, { isSoldOnline: true });
});

const path = (id = planId) => `/book/plans/${id}/buy`;
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;
/** Opens the page of a plan, changes its form, and presses its button. */
const press = async (change: Record<string, string> = {}, id = planId) =>
  pages.post(path(id), { ...fieldsIn((await pages.get(path(id))).text), ...change });

describe('/book/plans/{id}/buy', () => {
  test('200 the sum, the card that is kept, and until when, in words', async () => {
    await studio.save(member);
    await studio.patch('/v2/settings', { membership: { consent: { version: '1', text: 'Be kind.' } } });
    const { status, text, headers } = await pages.get(path());
    // The consent is about data: nobody accepts it by paying.
    expect(text).not.toContain('you accept');
    expect(status).toBe(200);
    for (const words of ['Buy 10 classes', '$180', 'Visa 4242', 'Ends on']) {
      expect(text).toContain(words);
    }
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).not.toContain('stripe');
  });

  test('303 buys with the kept card, without a script; a second press buys nothing more', async () => {
    await studio.save(member);
    const fields = fieldsIn((await pages.get(path())).text);
    const [first, second] = await Promise.all([pages.post(path(), fields), pages.post(path(), fields)]);
    expect([first.status, first.to, second.status, second.to]).toEqual([303, '/book/me', 303, '/book/me']);
    expect((await pages.post(path(), fields)).to).toBe('/book/me');
    expect((await pages.get('/book/me')).text).toMatch(
      /You now have 10 classes\. <a class="link" href="\/book\/me\/account\/receipts\//,
    );
    await studio.time.moveTo(studio.time.now() + 60_000);
    expect((await pages.get('/book/me')).text).not.toContain('is yours.');
    expect([studio.taken(), (await packages()).length]).toEqual([{ amount: 18_000, refunded: 0, count: 1 }, 1]);
  });

  const addCode = (fields: object = {}) =>
    studio.given(
      studio.post('/manage/discount-codes', { code: 'SPRING20', name: 'Spring', percentOff: 20, ...fields }),
    );
  const apply = (code: string, id = planId) => press({ code, apply: 'code' }, id);

  test('a code: its sum is shown, then bought', async () => {
    await addCode();
    await studio.save(member);
    const plain = await pages.get(path());
    expect(plain.text).toContain('<summary>I have a promo code</summary>');
    const applied = await apply(' spring20 ');
    expect([applied.status, studio.taken().count]).toEqual([200, 0]);
    for (const words of ['<dt>Promo code SPRING20</dt><dd>-$36</dd>', '<b>$144</b>', 'value="spring20"']) {
      expect(applied.text).toContain(words);
    }
    expect(applied.text).not.toContain('class="error"');
    const bought = await pages.post(path(), { ...fieldsIn(applied.text), code: 'spring20' });
    expect([bought.status, bought.to, studio.taken().amount]).toEqual([303, '/book/me', 14_400]);
  });

  test('a second press with a code finds what the first has bought, also where the processor did not answer', async () => {
    await addCode();
    await addCode({ code: 'FREE', percentOff: 100 });
    await studio.save(member);
    for (const code of ['spring20', 'free']) {
      const fields = { ...fieldsIn((await apply(code)).text), code };
      const both = await Promise.all([pages.post(path(), fields), pages.post(path(), fields)]);
      const later = await pages.post(path(), fields);
      expect([...both, later].map(({ to }) => to)).toEqual(Array(3).fill('/book/me'));
    }
    expect([studio.taken().count, (await packages()).length]).toEqual([1, 2]);
    await addCode({ code: 'LOST' });
    const fields = { ...fieldsIn((await apply('LOST')).text), code: 'LOST' };
    studio.faulty.at('charge', 'lost');
    const lost = await pages.post(path(), fields);
    expect(lost.status).toBe(503);
    expect(lost.text).toContain('Press the button again: you will not be charged twice.');
    expect((await pages.post(path(), fieldsIn(lost.text))).to).toBe('/book/me');
    expect([studio.taken().count, (await packages()).length]).toEqual([2, 3]);
  });

  test('a code that is typed and not applied: the sum is shown before it is bought', async () => {
    await addCode();
    await studio.save(member);
    const shown = await press({ code: 'SPRING20' });
    expect([shown.status, studio.taken().count]).toEqual([409, 0]);
    expect(shown.text).toContain('Your total has changed.');
    // A code that is taken out again is another sum, too.
    const without = await pages.post(path(), { ...fieldsIn(shown.text), code: '' });
    expect([without.status, without.text.includes('<b>$180</b>'), studio.taken().count]).toEqual([409, true, 0]);
    const bought = await pages.post(path(), { ...fieldsIn(shown.text), code: 'spring20' });
    expect([bought.to, studio.taken().amount]).toEqual(['/book/me', 14_400]);
  });

  test('a code that cannot be used says why in its place, with the sum without it; nothing is bought', async () => {
    await addCode({ code: 'OVER', endsAt: '2026-01-01T00:00:00Z' });
    await addCode({ code: 'GONE', maxRedemptions: 1 });
    await studio.save(member);
    for (const [code, words] of [
      ['NEVER', 'We do not recognize this code. Check it and try again.'],
      [EVIL, 'We do not recognize this code. Check it and try again.'],
      ['OVER', 'This code has expired.'],
    ] as const) {
      for (const { status, text } of [await apply(code), await press({ code })]) {
        expect([200, 409]).toContain(status);
        expect(text).toContain(`<p class="error">${words}</p>`);
        expect(text).toContain('<b>$180</b>');
        expect(text).not.toContain('<img src=x');
      }
    }
    // Somebody else uses it up between the page and the press.
    const fields = { ...fieldsIn((await apply('GONE')).text), code: 'GONE' };
    const clientId = await createClient(studio);
    await studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', discountCode: 'GONE' });
    const { status, text } = await pages.post(path(), fields);
    expect([status, text.includes('This code has reached its limit.')]).toEqual([409, true]);
    expect([studio.taken().count, await packages()]).toEqual([0, []]);
  });

  test('a code that makes it free needs no card; what renews still does', async () => {
    await addCode({ code: 'FREE', percentOff: 100 });
    const { text } = await apply('FREE');
    for (const words of ['class="stack paying" aria-labelledby="card-title" hidden', '>Get it<', '<b>Free</b>']) {
      expect(text).toContain(words);
    }
    const fields = fieldsIn(text);
    const monthly = await createPlan(studio, {
      isSoldOnline: true,
      type: 'unlimited',
      creditsTotal: null,
      validityDays: 30,
      autoRenews: true,
    });
    expect((await apply('FREE', monthly)).text).not.toContain('aria-labelledby="card-title" hidden');
    const bought = await pages.post(path(), { ...fields, code: 'FREE' });
    expect([bought.to, (await packages()).length, studio.taken().count]).toEqual(['/book/me', 1, 0]);
  });

  test('no code where nothing has a price', async () => {
    const gift = await createPlan(studio, { isSoldOnline: true, price: 0 });
    expect((await pages.get(path(gift))).text).not.toContain('I have a promo code');
  });

  test('what renews is said with its price', async () => {
    const monthly = await createPlan(studio, {
      isSoldOnline: true,
      type: 'unlimited',
      creditsTotal: null,
      validityDays: 30,
      autoRenews: true,
    });
    await studio.save(member);
    expect((await pages.get(path(monthly))).text).toMatch(/Renews on \w+ \d+, 2026 and then every 30 days for \$180/);
  });

  test('a plan that costs nothing needs no card', async () => {
    const free = await createPlan(studio, { isSoldOnline: true, price: 0 });
    const { text } = await pages.get(path(free));
    expect(text).not.toContain('Access card number');
    expect(text).toMatch(/<h1>Get [^<]+<\/h1>/);
    expect((await press({}, free)).to).toBe('/book/me');
    expect((await packages()).length).toBe(1);
  });

  test('303 declined: nothing was bought, and the choice stays', async () => {
    const card = await studio.save(member, CARDS.noFunds);
    const { status, to } = await press();
    // By a redirect, so that a way back does not send the form again.
    expect(status).toBe(303);
    const { text } = await pages.get(String(to));
    expect(text).toContain('Your bank declined the card. Nothing was bought or booked.');
    expect(fieldsIn(text)).toMatchObject({ way: planId, card: card.id });
    const good = await studio.save(member);
    expect((await pages.post(path(), { ...fieldsIn(text), card: good.id })).to).toBe('/book/me');
  });

  test('409 without a card: a new card needs a script', async () => {
    const { text } = await pages.get(path());
    expect(text).toContain('Entering a card needs JavaScript, which is off or did not load.');
    const refused = await press();
    expect([refused.status, studio.faulty.calls('charge')]).toEqual([409, 0]);
    expect(refused.text).toContain('Choose a card or enter a new one.');
  });

  test('409 a price that has changed is shown before it is taken', async () => {
    await studio.save(member);
    const fields = fieldsIn((await pages.get(path())).text);
    await studio.patch(`/manage/plans/${planId}`, { price: 20_000 });
    const { status, text } = await pages.post(path(), fields);
    expect([status, studio.taken().count]).toEqual([409, 0]);
    expect(text).toContain('Your total has changed. Check it, then press Pay again.');
    expect((await pages.post(path(), fieldsIn(text))).to).toBe('/book/me');
    expect(studio.taken().amount).toBe(20_000);
  });

  test('a price, a plan, a card or a client that somebody writes into the form buys nothing', async () => {
    await studio.save(member);
    const other = await studio.member();
    const foreign = (await studio.save(other)).id;
    const hidden = await createPlan(studio, { price: 1 });
    for (const change of [
      { shown: `${planId} 1 USD` },
      { way: hidden, shown: `${hidden} 1 USD` },
      { way: UNKNOWN },
      { way: 'visit', shown: 'visit 0 USD' },
      { card: foreign },
    ]) {
      expect((await press(change)).status).toBe(409);
    }
    expect((await press({ price: '1', clientId: other.clientId, waits: '1' })).status).toBe(303);
    expect([studio.taken(), (await packages()).length]).toEqual([{ amount: 18_000, refunded: 0, count: 1 }, 1]);
  });

  test('an introduction is bought once, and says so', async () => {
    await studio.save(member);
    const intro = await createPlan(studio, { isSoldOnline: true, maxPerClient: 1 });
    expect((await pages.get(path(intro))).text).toContain('Limit one per person.');
    expect((await press({}, intro)).to).toBe('/book/me');
    const { status, text } = await press({}, intro);
    expect([status, studio.taken().count]).toEqual([409, 1]);
    expect(text).toContain('You have already had this plan.');
  });

  test('404 for a plan that is not sold online, is of another site, or is not there; strangers sign in first', async () => {
    const elsewhere = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const hidden = await createPlan(studio);
    const other = await createPlan(studio, { isSoldOnline: true, eligibleSiteIds: [elsewhere] });
    for (const id of [hidden, other, UNKNOWN, 'x']) expect((await pages.get(path(id))).status).toBe(404);
    expect((await pages.get(`${path(other)}?site=${elsewhere}`)).status).toBe(200);
    const stranger = await studio.app.fetch(new Request(`http://localhost${path()}`));
    expect(stranger.headers.get('location')).toBe(`/book/sign-in?${new URLSearchParams({ next: path() })}`);
  });

  test('503 says that the result is not known, and keeps the key, so that the same press finds it', async () => {
    await studio.save(member);
    const fields = fieldsIn((await pages.get(path())).text);
    studio.faulty.at('charge', 'lost');
    const { status, text } = await pages.post(path(), fields);
    expect([status, fieldsIn(text).key]).toEqual([503, fields.key]);
    expect(text).toContain('We do not know yet whether your payment went through.');
    expect(text).not.toContain('You were not charged');
    expect((await pages.post(path(), fieldsIn(text))).to).toBe('/book/me');
    expect(studio.taken().count).toBe(1);
  });

  test('markup in names is text', async () => {
    const evil = await createPlan(studio, { isSoldOnline: true, name: EVIL, description: EVIL });
    await studio.patch('/v2/settings', {
      brand: { name: EVIL },
      membership: { consent: { version: '1', text: EVIL } },
    });
    for (const each of [path(evil), '/book/plans', `/book/terms?site=${MAIN_SITE}`]) {
      expect((await pages.get(each)).text).not.toContain('<img src=x');
    }
  });
});

describe('cards', () => {
  test('a card is added with a script alone; what comes back leads on to pages here only', async () => {
    const page = await pages.get('/book/me/account/cards/add?next=https://evil.example/');
    expect(page.text).not.toContain('evil.example');
    expect((await pages.post('/book/me/account/cards/add', fieldsIn(page.text))).status).toBe(409);
    const saved = await pages.post('/book/me/account/cards/add?next=/book/plans', {
      card: (await studio.save(member)).id,
    });
    expect(saved.to).toBe('/book/plans');
  });

  test('no field of a card has a name, so that no form sends it', async () => {
    const { text } = await pages.get(path());
    for (const id of ['card-number', 'card-expiry', 'card-code']) {
      expect(new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(text)?.[0]).not.toContain('name=');
    }
  });
});

describe('with Stripe', () => {
  const stripe = forEachTest(() =>
    openStudio({
      mail: keepMails().transport,
      processor: (store, seal) => ({ ...createSandboxProcessor(store, systemRandom(), seal), name: 'stripe' }),
    }),
  );

  test('only pages on which a card is typed may show its frame, and they have no fields of their own', async () => {
    const own = await pagesOf(stripe, await createClient(stripe));
    const id = await createPlan(stripe, { isSoldOnline: true });
    for (const each of [`/book/plans/${id}/buy`, '/book/me/account/cards/add']) {
      const { text, headers } = await own.get(each);
      expect(headers.get('content-security-policy')).toContain('frame-src https://js.stripe.com');
      expect(text).toContain('id="card-frame"');
      expect(text).not.toContain('cc-number');
    }
    for (const each of ['/book/plans', '/book/terms', '/book/me']) {
      expect((await own.get(each)).headers.get('content-security-policy')).not.toContain('stripe');
    }
  });
});
