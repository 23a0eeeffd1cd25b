import { beforeEach, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

let member: Member;
let pages: Awaited<ReturnType<typeof pagesOf>>;
let planId: string;
let sessionId: string;
let card: string;
const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
beforeEach(async () => {
  member = await studio.member();
  card = (await studio.save(member, CARDS.alwaysAsks)).id;
  pages = await pagesOf(studio, member.clientId);
  planId = await createPlan(studio, { isSoldOnline: true });
  sessionId = await addSession(studio, { capacity: 1 });
  studio.events();
});

const planPath = () => `/book/plans/${planId}/buy`;
const classPath = () => `/book/class/${sessionId}/book`;
/** Opens a page, and presses its button. */
const press = async (path: string, more: Record<string, string> = {}, target = path): Promise<string> => {
  const { status, to } = await pages.post(target, { ...fieldsIn((await pages.get(path)).text), ...more });
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/book\/me\/purchases\/[0-9a-f-]{36}$/)]);
  return String(to);
};
const asked = async () => {
  const { data } = (await member.call('GET', '/public-api/v2/member/purchases')).body;
  const { body } = await member.call('POST', `/public-api/v2/member/purchases/${data[0].id}/complete`);
  return body;
};
const decide = async (isApproved: boolean) => {
  const { publishableKey, clientSecret } = await asked();
  return studio.sandbox.decideCharge(publishableKey, clientSecret, isApproved);
};
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;

describe('/book/me/purchases/{id}', () => {
  test('200 says what is asked and that nothing is bought; approved, it leads to the ticket', async () => {
    const path = await press(classPath(), { script: '1' });
    const { status, text, headers } = await pages.get(path);
    expect(status).toBe(200);
    for (const words of ['asks you to approve this payment', 'We hold your spot until', '$180', 'Visa 3184']) {
      expect(text).toContain(words);
    }
    // The time alone would not say which day, where the bank has the night.
    expect(text).toMatch(/We hold your spot until \w+day \d+:\d\d/);
    expect([text.includes('_secret_'), headers.get('cache-control')]).toEqual([true, 'no-store']);
    expect(await packages()).toEqual([]);
    await decide(true);
    const { to } = await pages.get(path);
    expect(to).toMatch(/^\/book\/me\/bookings\/[^?]+\?new$/);
    expect([(await pages.get(path)).to, (await packages()).length]).toEqual([to, 1]);
  });

  test('without a script the page of the bank leads back, to the ticket of a plan alone', async () => {
    const path = await press(planPath());
    const { text } = await pages.get(path);
    const bank = /href="([^"]*\/sandbox\/processor\/approval[^"]*)"/.exec(text)?.[1];
    expect([bank === undefined, text.includes('data-approval=""')]).toEqual([false, true]);
    const { returnUrl } = await decide(true);
    const back = new URL(String(returnUrl));
    expect(back.pathname).toBe('/book/me/purchases/back');
    expect((await pages.get(back.pathname + back.search)).to).toBe('/book/me');
    expect((await packages()).length).toBe(1);
  });

  test('a link of another website does nothing: it shows a button, and the button goes on', async () => {
    const path = await press(classPath(), { script: '1' });
    await decide(true);
    studio.events();
    for (const site of ['cross-site', 'same-site', '']) {
      const { status, text } = await pages.get(path, { 'sec-fetch-site': site });
      expect([status, text.includes('Back from your bank'), text.includes('See the result')]).toEqual([
        200,
        true,
        true,
      ]);
    }
    expect([await packages(), studio.events()]).toEqual([[], []]);
    expect((await pages.post(path, { act: 'look' })).to).toMatch(/^\/book\/me\/bookings\/[^?]+\?new$/);
    expect((await packages()).length).toBe(1);
  });

  test('what is no id chooses no path', async () => {
    const asked = ['../payments/methods/x', '..%2Fpayments', `${UNKNOWN}/../x`, `${UNKNOWN}?x`, `${UNKNOWN}#x`, ''];
    for (const id of asked) {
      const { status, text } = await pages.get(`/book/me/purchases/back?${new URLSearchParams({ purchase_id: id })}`);
      expect([status, text.includes('See the result')]).toEqual([404, false]);
    }
    expect((await pages.get(`/book/me/purchases/back?purchase_id=${UNKNOWN}`)).status).toBe(404);
  });

  test('refused, it leads back to what was chosen, and says so', async () => {
    for (const [begin, words] of [
      [planPath(), `/book/plans/${planId}/buy`],
      [classPath(), classPath()],
    ] as const) {
      const path = await press(begin, { script: '1' });
      await decide(false);
      const to = String((await pages.get(path)).to);
      expect([to.split('?')[0], to.includes('refused=declined')]).toEqual([words, true]);
      const { text } = await pages.get(to);
      expect(text).toContain('Your bank declined the card. Nothing was bought or booked.');
      expect(fieldsIn(text)).toMatchObject({ way: planId, card });
    }
    expect([await packages(), studio.taken().count]).toEqual([[], 0]);
  });

  test('whoever comes back to the plan, or to the class, goes on where they were', async () => {
    const ofPlan = await press(planPath(), { script: '1' });
    expect((await pages.get(planPath())).to).toBe(ofPlan);
    await pages.post(ofPlan, { act: 'cancel' });
    const ofClass = await press(classPath(), { script: '1' });
    expect((await pages.get(classPath())).to).toBe(ofClass);
    expect((await pages.get(planPath())).status).toBe(200);
  });

  test('given up, nothing is left; a purchase that was approved meanwhile is shown', async () => {
    const path = await press(classPath(), { script: '1' });
    const { to } = await pages.post(path, { act: 'cancel' });
    expect(to).toContain('refused=late');
    expect((await pages.get(String(to))).text).toContain('The payment was not approved.');
    const again = await press(classPath(), { script: '1' });
    await decide(true);
    const { to: shown } = await pages.post(again, { act: 'cancel' });
    expect([shown, (await pages.get(again)).to]).toEqual([again, expect.stringMatching(/bookings/)]);
  });

  test('too late: the page says so, and nothing is bought', async () => {
    const path = await press(planPath(), { script: '1' });
    await studio.time.moveTo(TEST_START + 11 * MINUTE_MS);
    expect((await pages.get(path)).to).toContain('refused=late');
    expect([await packages(), studio.taken().count]).toEqual([[], 0]);
  });

  test('a class that is cancelled meanwhile: nothing is bought, and the money goes back', async () => {
    const path = await press(classPath(), { script: '1' });
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await decide(true);
    const { status, text } = await pages.get(path);
    expect(status).toBe(409);
    expect(text).toContain('Your refund is on its way.');
    expect([await packages(), studio.taken().refunded]).toEqual([[], 18_000]);
  });

  describe('one visit', () => {
    const bookings = async () => (await studio.get(`/v2/bookings?client_id=${member.clientId}`)).body.data;
    const visitPath = () => `${classPath()}?way=visit`;
    beforeEach(async () => {
      await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    });
    const pressVisit = (more: Record<string, string> = {}) => press(visitPath(), more, classPath());

    test('says what is asked and that nothing is booked; approved, it leads to the ticket', async () => {
      const path = await pressVisit({ script: '1' });
      const { text } = await pages.get(path);
      for (const words of ['You have not been charged and nothing is booked yet.', 'Drop-in', '$22', 'Visa 3184']) {
        expect(text).toContain(words);
      }
      expect([(await pages.get(classPath())).to, await bookings()]).toEqual([path, []]);
      await decide(true);
      expect((await pages.get(path)).to).toMatch(/^\/book\/me\/bookings\/[^?]+\?new$/);
      expect([(await bookings()).length, studio.taken().amount]).toEqual([1, 2_200]);
    });

    test('without a script the page of the bank leads back', async () => {
      const path = await pressVisit();
      expect((await pages.get(path)).text).toContain('/sandbox/processor/approval');
      const back = new URL(String((await decide(true)).returnUrl));
      expect(back.pathname).toBe('/book/me/purchases/back');
      expect((await pages.get(back.pathname + back.search)).to).toMatch(/\/bookings\/[^?]+\?new$/);
    });

    test('refused or given up, it leads back to the visit, and says so', async () => {
      const refused = await pressVisit({ script: '1' });
      await decide(false);
      const { text } = await pages.get(String((await pages.get(refused)).to));
      expect(text).toContain('Your bank declined the card. Nothing was bought or booked.');
      expect(fieldsIn(text)).toMatchObject({ way: 'visit', card });
      const { to } = await pages.post(await pressVisit({ script: '1' }), { act: 'cancel' });
      const again = await pages.get(String(to));
      expect(again.text).toContain('The payment was not approved.');
      expect(fieldsIn(again.text)).toMatchObject({ way: 'visit', card });
      expect([await bookings(), studio.taken().count]).toEqual([[], 0]);
    });

    test('a class that is cancelled meanwhile: nothing is booked, and the money goes back', async () => {
      const path = await pressVisit({ script: '1' });
      await studio.post(`/manage/sessions/${sessionId}/cancel`);
      await decide(true);
      const { status, text } = await pages.get(path);
      expect([status, text.includes('Your refund is on its way.')]).toEqual([409, true]);
      expect([await bookings(), studio.taken().refunded]).toEqual([[], 2_200]);
    });
  });

  test('404 of another member, and of no purchase', async () => {
    const path = await press(planPath(), { script: '1' });
    const others = await pagesOf(studio, (await studio.member()).clientId);
    for (const each of [path, `/book/me/purchases/${UNKNOWN}`, '/book/me/purchases/back', '/book/me/purchases/x']) {
      expect([each, (await others.get(each)).status]).toEqual([each, 404]);
    }
    expect((await others.post(path, { act: 'cancel' })).status).toBe(404);
    expect((await pages.get(path)).status).toBe(200);
  });
});
