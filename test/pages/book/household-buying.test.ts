import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, inHours } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc } from '../../helpers/bookings.ts';
import { CARDS } from '../../helpers/cards.ts';
import { openFamily } from '../../helpers/households.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createPlan, sellPackage } from '../../helpers/sales.ts';

const ACCOUNT = '/book/me/account';
const MONTHLY = { name: 'Monthly', type: 'unlimited', creditsTotal: null, autoRenews: true, validityDays: 30 };

const family = forEachTest(() => openFamily({ mail: keepMails().transport }));
let pages: Awaited<ReturnType<typeof pagesOf>>;
beforeEach(async () => {
  pages = await pagesOf(family, family.father.clientId);
});

const page = async (path: string): Promise<string> => (await pages.get(path)).text;
/** Presses the button of a page. */
const press = async (path: string, more: Record<string, string> = {}) =>
  (await pages.post(path, { ...fieldsIn(await page(path)), ...more })).to;

describe('the membership of a child', () => {
  /** It renews by the card of the father. */
  const membership = async (): Promise<string> => {
    const sale = { paymentMethod: 'card', paymentMethodId: family.card };
    return (await sellPackage(family, family.child, MONTHLY, sale)).id;
  };
  const cardOf = async (id: string) => (await family.get(`/manage/packages/${id}`)).body.paymentMethodId;

  test('renews by the card that the father chooses', async () => {
    const id = await membership();
    const other = (await family.save(family.father, CARDS.requiresAction)).id;
    const path = `/book/me/passes/${id}/card?for=${family.child}`;
    expect(await press(path, { card: other })).toBe(`/book/me/passes/${id}?saved`);
    expect([await cardOf(id), family.events()]).toEqual([other, []]);
  });

  test('is named with his cards, and handed to another card when one is removed', async () => {
    const id = await membership();
    expect(await page(`${ACCOUNT}/cards`)).toContain('pays for Monthly');
    const remove = `${ACCOUNT}/cards/${family.card}/remove`;
    expect(await page(remove)).toContain(`${ACCOUNT}/cards/add`);
    const other = (await family.save(family.father, CARDS.requiresAction)).id;
    expect(await page(remove)).toContain('Monthly renews with Visa 4242.');
    expect(await press(remove, { card: other })).toBe(`${ACCOUNT}/cards?saved`);
    expect([await cardOf(id), family.events()]).toEqual([
      other,
      ['payment_method.removed', 'payment_method.default_changed'],
    ]);
  });
});

describe('a purchase that waits for the bank', () => {
  let card: string;
  beforeEach(async () => {
    card = (await family.save(family.father, CARDS.alwaysAsks)).id;
  });
  const sessionOf = () =>
    addSessionInUtc(family, DAY_MS, { dropInPrice: JSON.stringify({ amount: 1500, currency: 'USD' }) });
  const begun = (path: string) => press(path, { card, script: '1' });

  test('of the child is found again for the child alone', async () => {
    const path = `/book/plans/${await createPlan(family, { isSoldOnline: true })}/buy`;
    const [forChild, forFather] = [`${path}?for=${family.child}`, `${path}?for=${family.father.clientId}`];
    const purchase = await begun(forChild);
    expect(purchase).toMatch(/^\/book\/me\/purchases\//);
    expect((await pages.get(forChild)).to).toBe(purchase);
    expect((await pages.get(`${purchase}?for=${family.child}`)).status).toBe(200);
    expect((await pages.get(forFather)).status).toBe(200);
    expect(family.events()).toEqual(['payment.created']);
  });

  test('of the child goes on in a browser in which no one or the father is chosen, where the bank leads back', async () => {
    const path = `/book/plans/${await createPlan(family, { isSoldOnline: true })}/buy`;
    const id = (await begun(`${path}?for=${family.child}`))?.split('/').at(-1);
    const back = `/book/me/purchases/back?purchase_id=${id}`;
    const other = await pagesOf(family, family.father.clientId);
    const fromBank = { 'sec-fetch-site': 'cross-site', cookie: `studiod_for=${family.father.clientId}` };
    const owned = `${back}&for=${family.child}`;
    expect((await other.get(back, fromBank)).to).toBe(owned);
    expect((await other.get(back, { 'sec-fetch-site': 'cross-site' })).to).toBe(owned);
    const action = `/book/me/purchases/${id}?for=${family.child}`;
    expect((await other.get(owned, fromBank)).text).toContain(`action="${action}"`);
    expect((await other.post(action, { act: 'look' })).status).toBe(200);
    expect((await other.get(`/book/me/purchases/${id}`)).to).toBe(action);
    expect(family.events()).toEqual(['payment.created']);
  });

  test('of the father does not stand in the way of the child', async () => {
    const path = `/book/class/${await sessionOf()}/book`;
    const purchase = await begun(`${path}?for=${family.father.clientId}&way=visit`);
    expect((await pages.get(`${path}?for=${family.father.clientId}`)).to).toBe(purchase);
    expect((await pages.get(`${path}?for=${family.child}`)).status).toBe(200);
  });
});

describe('/book/me of a child', () => {
  test('says what was bought, without a receipt, which only the payer’s own purchases have', async () => {
    const sale = { paymentMethod: 'card', paymentMethodId: family.card };
    await sellPackage(family, family.child, { name: 'Ten classes' }, sale);
    await sellPackage(family, family.father.clientId, { name: 'Ten classes' }, sale);
    const shown = async (clientId: string) => {
      const text = await page(`/book/me?for=${clientId}`);
      return [text.includes('You now have Ten classes'), text.includes(`${ACCOUNT}/receipts/`)];
    };
    expect(await shown(family.father.clientId)).toEqual([true, true]);
    expect(await shown(family.child)).toEqual([true, false]);
  });

  test('offers the classes of the child again, not those of the father', async () => {
    const took = async (clientId: string, name: string) => {
      const id = await addBooking(family, clientId, await addSessionInUtc(family, 5 * DAY_MS, { name }));
      family.db.run(`update bookings set status = 'attended', startTime = ? where id = ?`, [inHours(-48), id]);
      family.db.run(
        'update sessions set startTime = ?, localDate = ? where id = (select sessionId from bookings where id = ?)',
        [inHours(-48), inHours(-48).slice(0, 10), id],
      );
      await addSessionInUtc(family, 5 * DAY_MS, { name });
    };
    await took(family.child, 'Movers');
    await took(family.father.clientId, 'Flow');
    const text = await page(`/book/me?for=${family.child}`);
    expect(text).toMatch(/Book again.*Movers/s);
    expect(text).not.toContain('Flow');
  });
});
