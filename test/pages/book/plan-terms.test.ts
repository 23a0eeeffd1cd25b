import { beforeEach, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createPlan } from '../../helpers/sales.ts';

let member: Member;
let pages: Awaited<ReturnType<typeof pagesOf>>;
const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
beforeEach(async () => {
  member = await studio.member();
  pages = await pagesOf(studio, member.clientId);
  await studio.save(member);
});

const path = (id: string) => `/book/plans/${id}/buy`;
const renewing = (more: object = {}) =>
  createPlan(studio, {
    isSoldOnline: true,
    type: 'unlimited',
    creditsTotal: null,
    validityDays: 30,
    autoRenews: true,
    description: 'All that you can do.',
    ...more,
  });
const plansIn = async (language: string): Promise<string> => {
  const headers = { 'accept-language': language };
  return (await studio.app.fetch(new Request('http://localhost/book/plans', { headers }))).text();
};
const dateIn = (text: string, words: RegExp): string => words.exec(text)?.[1] ?? '';

test.each([
  [
    'en',
    'Renews every 30 days until you cancel. Minimum term: 12 months. To cancel, give at least 30 days’ notice before',
  ],
  ['de', 'Verlängert sich alle 30 Tage, bis du kündigst. Läuft mindestens 12 Monate. Zum Kündigen gib 30 Tage vor'],
  ['es', 'Se renueva cada 30 días hasta que lo canceles. Dura al menos 12 meses. Para cancelarlo, avisa 30 días antes'],
  [
    'fr',
    'Se renouvelle tous les 30 jours jusqu’à ce que vous résiliiez. Dure au moins 12 mois. Pour résilier, prévenez 30 jours avant la fin',
  ],
])(
  'a plan says how it renews, its minimum term and its notice, also with a description: %s',
  async (language, words) => {
    await renewing({ minimumTermMonths: 12, noticeDays: 30 });
    const html = await plansIn(language);
    expect(html).toContain('All that you can do.');
    expect(html).toContain(words);
  },
);

test.each([
  ['en', 'every 30 days', / and then every 30 days for /],
  ['de', 'alle 30 Tage', / und dann alle 30 Tage für /],
  ['es', 'cada 30 días', / y después cada 30 días por /],
  ['fr', 'tous les 30 jours', / puis tous les 30 jours pour /],
])('30 days are no month: after the price, and at the checkout: %s', async (language, unit, words) => {
  const id = await renewing();
  const plans = await plansIn(language);
  expect(plans).toContain(unit);
  await studio.given(studio.patch(`/v2/clients/${member.clientId}`, { preferredLocale: language }));
  const { text } = await pages.get(path(id));
  expect(text).toMatch(words);
  for (const html of [plans, text])
    expect(html).not.toMatch(/a month|each month|jeden Monat|im Monat|al mes|cada mes|par mois|chaque mois/);
});

test('a plan says what it gives, for which classes and how long, also with a description', async () => {
  const id = await createPlan(studio, {
    isSoldOnline: true,
    creditsTotal: 5,
    validityDays: 60,
    eligibleCategories: ['Yoga'],
    maxPerClient: 1,
    description: 'Slow mornings',
  });
  expect(await plansIn('en')).toContain(
    '<p>Slow mornings. 5 classes · For Yoga · valid 60 days. Limit one per person.</p>',
  );
  expect((await pages.get(path(id))).text).toContain('Slow mornings. 5 classes · For Yoga · valid 60 days');
});

test('a plan says one month, one day, every week, and that it can be ended at any time', async () => {
  await renewing({ minimumTermMonths: 1, noticeDays: 1, validityDays: 7 });
  expect(await plansIn('en')).toContain(
    'Renews every 7 days until you cancel. Minimum term: 1 month. To cancel, give at least 1 day’s notice before the end of a period.',
  );
  await renewing();
  // Strangers share a page for half a minute.
  await studio.time.moveTo(studio.time.now() + 31_000);
  expect(await plansIn('en')).toContain(
    'Renews every 30 days until you cancel. Cancel anytime. It stays active until the end of the paid period.',
  );
  expect(await plansIn('en')).not.toContain('at least 0');
});

test.each([
  { minimumTermMonths: 12, noticeDays: 30 },
  { minimumTermMonths: 3, noticeDays: 14, validityDays: 28 },
  { noticeDays: 45 },
  { noticeDays: 0 },
])('the checkout says until when it goes on at least, and ending it at once ends it then: %o', async (terms) => {
  const id = await renewing(terms);
  const { text } = await pages.get(path(id));
  const said = dateIn(text, /Minimum term until (\w+ \d+, \d+)\./);
  expect(said).not.toBe('');
  expect(text).toContain(
    terms.noticeDays === 0
      ? 'Cancel anytime. It stays active until the end of the paid period.'
      : `To cancel, give at least ${terms.noticeDays} days’ notice before the end of a period.`,
  );
  expect((await pages.post(path(id), fieldsIn(text))).to).toBe('/book/me');
  const { data } = (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body;
  const end = await pages.get(`/book/me/passes/${data[0].id}/end`);
  expect(end.text).toContain(`>Cancel on ${said}<`);
});

test('a plan that begins with the first visit says that it renews, not that it ends by itself', async () => {
  const id = await renewing({ activationType: 'on_first_visit', minimumTermMonths: 6 });
  const { text } = await pages.get(path(id));
  expect(text).toContain('Starts with your first visit and renews every 30 days for $180, charged to this card');
  expect(text).toContain('Minimum term: 6 months.');
  expect(text).not.toContain('Does not renew');
});

test('what members agree to is for everybody, each text under its own name', async () => {
  const terms = async () => (await pages.get('/book/terms')).text.split('<main')[1];
  expect(await terms()).toContain('The studio has no texts to agree to here.');
  await studio.patch('/v2/settings', { membership: { consent: { version: '1', text: 'Be kind.\n\nCome early.' } } });
  expect(await terms()).toMatch(/<\/h1><section[^>]*><h2>Privacy<\/h2><p>Be kind.<\/p><p>Come early.<\/p>/);
  await studio.patch('/v2/settings', { membership: { waiver: { version: '2', text: 'Own risk.' } } });
  expect(await terms()).toContain('<h2>Waiver</h2><p>Own risk.</p>');
});
