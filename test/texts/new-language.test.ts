import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { copyWith, PSEUDO, pseudoLanguage, pseudoOf } from '../../scripts/texting/pseudo.ts';
import { STAFF } from '../../src/resources/demo-ids.ts';
import { MESSAGE_KINDS } from '../../src/resources/messages/record.ts';
import { makeDay, sendTo } from '../browser/console/day.ts';
import { foreignLines } from '../helpers/data-words.ts';
import { testsEverything } from '../helpers/everything.ts';
import { run, type Server, startServer, testFolder } from '../helpers/process.ts';

const copy = testFolder();
const folder = testFolder();
let server: Server;

/** Dutch for members, of which somebody has translated four texts so far. */
const DUTCH = new Map<string, object>([
  ['book/book.json', { timetable: 'Rooster' }],
  ['book/shell.json', { account: 'Mijn account', close: 'Sluiten' }],
  ['mail/words.json', { where: 'Waar' }],
]);

const METHODS = ['card', 'cash', 'external', 'account_credit', 'comp'];

interface Written {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Mailed {
  readonly calendar: { readonly content: string } | null;
}

/** What the example letters have as data. */
const OF_EXAMPLES = [
  'Twenty visits in December',
  'Come twenty times before the year ends.',
  'Fifty visits',
  'You have come fifty times.',
  'Harbour',
];

beforeAll(async () => {
  const dutch = { tag: 'nl', name: 'Nederlands', readers: ['members'], files: DUTCH } as const;
  copyWith(copy, [pseudoLanguage(), dutch], ['test/helpers/letters.ts', 'test/helpers/email-cases.ts']);
  if (!testsEverything) return;
  server = await startServer({ cwd: folder, program: [process.execPath, join(copy, 'src/main.ts')] }, 'sandbox');
}, 120_000);
/** What needs the program with the languages, from its source. */
const whole = test.if(testsEverything);

const pageOf = async (path: string, headers: Record<string, string>): Promise<string> =>
  (await fetch(server.ready.rootUrl + path, { headers })).text();

/** The words of a page, a line for each text. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"');

/** The lines of an email that are in no catalogue, and places that nothing has filled. */
const foreignIn = ({ subject, html, text }: Written): string[] =>
  [subject, text, wordsOf(html)].flatMap((each) => [
    ...foreignLines(each).filter((line) => !OF_EXAMPLES.includes(line)),
    ...(each.match(/.{0,30}(?:[{}]|\b(?:undefined|null|NaN)\b).{0,30}/g) ?? []),
  ]);

describe('a language is added by its files and one line', () => {
  whole(
    'members read what it has, and its fallback for the rest',
    async () => {
      const page = await pageOf('/book', { 'accept-language': 'nl-BE' });
      expect(page).toContain('<html lang="nl">');
      expect(page).toContain('>Rooster<');
      // There is no Dutch for this yet.
      expect(page).toContain('>Pricing<');
    },
    60_000,
  );

  whole(
    'staff read the console in another language',
    async () => {
      expect(await pageOf('/console/today', { 'accept-language': 'nl' })).toContain('<html lang="en">');
      expect(await pageOf('/console/today', { 'accept-language': PSEUDO })).toContain(`<html lang="${PSEUDO}">`);
    },
    60_000,
  );

  whole('it can be asked for by the API', async () => {
    const { body } = await server.call('GET', '/manage/message-templates?language=nl');
    const kinds: { id: string }[] = body.data;
    expect(kinds.map(({ id }) => id)).toContain('booking_confirmed.nl');
  });
});

describe('no word comes from outside the catalogue', () => {
  test('in an email of any kind, in each of its cases', async () => {
    const script = `
      import { exampleMail } from './test/helpers/letters.ts';
      import { emailCases } from './test/helpers/email-cases.ts';
      import { MESSAGE_KINDS } from './src/resources/messages/record.ts';
      const mails = MESSAGE_KINDS.map((kind) => [kind, [exampleMail(kind, '${PSEUDO}'), ...emailCases(kind, '${PSEUDO}')]]);
      console.log(JSON.stringify(Object.fromEntries(mails)));`;
    const { out, err } = await run({ cwd: copy }, process.execPath, '-e', script);
    expect(err).toBe('');
    const mails: Record<string, Written[]> = JSON.parse(out);
    expect(Object.keys(mails)).toEqual([...MESSAGE_KINDS]);
    const found = Object.entries(mails).flatMap(([kind, all]) =>
      all.flatMap((each) => foreignIn(each).map((line) => `${kind}: ${line}`)),
    );
    expect([...new Set(found)]).toEqual([]);
  }, 60_000);

  whole(
    'in the emails and invitations of a day',
    async () => {
      const send = <Body = { id: string }>(method: string, path: string, body?: object) =>
        sendTo<Body>(server.ready, method, path, body);
      const later = (advance: string) => send('POST', '/sandbox/clock', { advance });
      await send('PATCH', '/v2/settings', { brand: { locale: PSEUDO } });
      const { siteId, people, running, next, open, later: evening } = await makeDay(server.ready);
      const bookings = async (sessionId: string, status: string) =>
        (
          await send<{ data: { id: string; clientId: string }[] }>('GET', `/v2/bookings?session_id=${sessionId}`)
        ).data.filter((each) => Reflect.get(each, 'status') === status);
      const [seated] = await bookings(next, 'confirmed');
      await send('POST', `/v2/bookings/${seated?.id}/cancel`, {});
      await later('PT16M');
      for (const { id } of (await bookings(running, 'confirmed')).slice(0, 1))
        await send('POST', `/v2/bookings/${id}/noshow`, {});
      await send('POST', '/v2/bookings', { clientId: people.Omar, sessionId: open });
      await send('POST', `/manage/sessions/${open}/substitute`, { instructorId: STAFF.ana });
      const startTime = new Date(
        Date.parse((await send<{ startTime: string }>('GET', `/manage/sessions/${open}`)).startTime) + 900_000,
      );
      await send('PATCH', `/manage/sessions/${open}`, { startTime: startTime.toISOString(), overrideConflicts: true });
      await later('PT1S');
      await send('POST', `/manage/sessions/${evening}/cancel`, { reason: 'Demo Studio' });
      for (const paymentMethod of ['cash', 'external', 'comp'])
        await send('POST', '/manage/payments', {
          clientId: people.Kofi,
          siteId,
          amount: paymentMethod === 'comp' ? 0 : 500,
          currency: 'USD',
          paymentMethod,
          purpose: 'product',
        });
      await later('P2D');
      const ids: { id: string }[] = [];
      for (let hasMore = true; hasMore; ) {
        const after = ids.length === 0 ? '' : `&starting_after=${ids.at(-1)?.id}`;
        const read = await send<{ data: { id: string }[]; hasMore: boolean }>(
          'GET',
          `/sandbox/mailbox?limit=100${after}`,
        );
        ids.push(...read.data);
        hasMore = read.hasMore;
      }
      const mails = await Promise.all(ids.map(({ id }) => send<Written & Mailed>('GET', `/sandbox/mailbox/${id}`)));
      const own = mails.filter(({ html }) => html.includes(`lang="${PSEUDO}"`));
      expect(own.length).toBeGreaterThan(40);
      const found = own.flatMap((mail) => [
        ...foreignIn(mail),
        ...(mail.calendar?.content ?? '').split(/\r\n(?! )/).flatMap((line) => {
          const [, shown = ''] =
            /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|X-WR-CALNAME|NAME)[^:]*:(.*)$/s.exec(line) ?? [];
          return foreignLines(
            shown
              .replace(/\r\n /g, '')
              .replace(/\\([,;])/g, '$1')
              .replace(', Harbour', ''),
          );
        }),
      ]);
      expect([...new Set(found)]).toEqual([]);
      expect(own.filter(({ calendar }) => calendar !== null).length).toBeGreaterThan(5);
    },
    60_000,
  );

  test('on a receipt', async () => {
    const script = `
      import { receiptPage } from './src/resources/payments/receipts/page.ts';
      const at = '2026-03-05T15:00:00Z';
      const pages = ${JSON.stringify(METHODS)}.flatMap((paymentMethod) => [true, false].map((isTaxIncluded) => receiptPage({
        number: '1042', paidAt: at, currency: 'USD', studio: { name: 'Demo Studio' }, client: { name: 'Dana Rivera' },
        site: { name: 'Downtown', timezone: 'America/New_York', address: null }, card: paymentMethod === 'card' ? { last4: '4242' } : null,
        lineItems: [{ description: 'Ten classes', quantity: 1, unitAmount: 15000 }], discountAmount: 500, taxAmount: 900, isTaxIncluded,
        total: 14500, paymentMethod, refunds: [{ amount: 100, createdAt: at }] }, '${PSEUDO}').text));
      console.log(JSON.stringify(pages));`;
    const { out, err } = await run({ cwd: copy }, process.execPath, '-e', script);
    expect(err).toBe('');
    const pages: string[] = JSON.parse(out);
    expect(pages).toHaveLength(2 * METHODS.length);
    for (const page of pages) expect(page).toContain(`<html lang="${PSEUDO}">`);
    expect(pages.flatMap((page) => foreignLines(wordsOf(page)))).toEqual([]);
  }, 60_000);

  whole.each(['/share/none', '/book/none', '/none', '/cards/add'])('on %s', async (path) => {
    const page = await pageOf(path, { 'accept-language': PSEUDO, accept: 'text/html' });
    expect(page).toContain(`<html lang="${PSEUDO}">`);
    expect(foreignLines(wordsOf(page))).toEqual([]);
  });
});

describe('the language of tests', () => {
  test('keeps values, forms and tags', () => {
    expect(pseudoOf('{count, plural, one {# credit} other {# credits}} of <b>{name}</b>')).toBe(
      '⟦{count, plural, one {# çŕééđîîţ} other {# çŕééđîîţš}} ööƒ <b>{name}</b>⟧',
    );
    expect(pseudoOf('Important: ')).toBe('⟦Îɱþööŕţååñţ:⟧ ');
    expect(pseudoOf('')).toBe('');
  });

  test('is longer by a third or more', () => {
    const long = pseudoOf('Send an email about each class that is canceled');
    expect(long.length).toBeGreaterThan('Send an email about each class that is canceled'.length * 1.3);
  });
});
