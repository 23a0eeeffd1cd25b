import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { routes } from '../../src/pages/book/table.ts';
import { forAllTests, openStudio } from '../helpers/api.ts';
import { addEveryField } from '../helpers/every-field.ts';
import { testsEverything } from '../helpers/everything.ts';
import { hostileMessages, hostileSearches, hostileTexts } from '../helpers/hostile-texts.ts';
import { addKiosk } from '../helpers/kiosks.ts';
import { bounded, textFields, withField } from '../helpers/long-fields.ts';
import { keepMails } from '../helpers/mails.ts';
import { pagesOf } from '../helpers/member-pages.ts';

/** Texts of over 1,000 characters that are shown as they are, by the path of their records. */
const PLAIN: Record<string, string> = {
  '/v2/sites': 'description',
  '/v2/staff': 'bio',
  '/v2/instructors': 'bio',
  '/v2/settings': 'membership.waiver.text membership.consent.text',
  '/v2/clients': 'notes alerts.red alerts.yellow',
  '/v2/schedules': 'description',
  '/v2/webhooks': 'url customHeader.value',
  '/manage/awards': 'description',
  '/manage/content/categories': 'description',
  '/manage/content/banners': 'action.target',
  '/manage/content/entries': 'summary',
  '/manage/challenges': 'summary',
  '/manage/leaderboards': 'description',
  '/manage/plans': 'description',
  '/manage/packages': 'description',
  '/manage/payments': 'description',
  '/manage/sessions': 'description',
  '/manage/bookings': 'notes',
};

/** Texts that are read as a language, which have a test of their own below. */
const PARSED: Record<string, string> = {
  '/manage/content/entries': 'body',
  '/manage/challenges': 'description rules prizeDescription',
  '/manage/challenges/:id/goals': 'description',
  '/manage/message-templates': 'lead note ownNote',
  '/manage/message-templates/:template/preview': 'lead note ownNote',
  '/manage/message-templates/:template/test': 'lead note ownNote',
  '/manage/content/media/:id/captions': 'text',
};

/** Texts that no PATCH of their path changes: the columns in which they are stored. */
const COLUMNS: Record<string, string> = {
  '/v2/payments/:id/refund notes': 'refunds.notes',
  '/v2/bookings notes': 'bookings.notes',
  '/v2/member/metrics/entries notes': 'metricEntries.notes',
  '/v2/member/challenges/:id/goals/submit goals[].note': 'challengeGoalEntries.note',
  '/manage/payments lineItems[].description': 'payments.description',
  // Another operation changes the same record.
  '/manage/clients notes': 'clients.notes',
  '/manage/clients alerts.red': 'clients.notes',
  '/manage/clients alerts.yellow': 'clients.notes',
};

/** What else a body has with a text, so that it is taken. */
const BESIDES: Record<string, Record<string, unknown>> = {
  '/v2/settings': { membership: { waiver: { version: '9' }, consent: { version: '9' } } },
  '/v2/webhooks': { customHeader: { name: 'x-own' } },
  '/manage/content/banners': { action: { type: 'screen' } },
};

/** Addresses, files and credentials: their formats are checked and they are never read as text. */
const isOther = (path: string, format: string | undefined): boolean =>
  format === 'uri' || format === 'base64' || path.startsWith('passkey.');

const studio = forAllTests(() => openStudio({ mail: keepMails().transport, mode: 'serve' }));
let headers: Record<string, string> = {};
let pages: Awaited<ReturnType<typeof pagesOf>>;

beforeAll(async () => {
  await addEveryField(studio);
  const [id] = await studio.listed('/v2/clients?search=ann');
  headers = { 'x-client-id': String(id) };
  pages = await pagesOf(studio, String(id));
  await studio.given(
    studio.patch('/v2/settings', { brand: { memberTier: 'pro' }, membership: { publicTimetable: true } }),
  );
  await studio.given(
    studio.post('/v2/webhooks', { name: 'Hook', url: 'https://hooks.example/a', eventTypes: ['client.created'] }),
  );
  studio.db.run(`update "contentEntries" set "access" = 'public', "status" = 'published'`);
});
afterAll(() => studio.app.stop());

/** The path of the list that an operation changes a record of. */
const listOf = (path: string): string => path.replace(/\/:\w+$/, '');

const ids = new Map<string, string | undefined>();
/** A path with the first record of each of its lists; undefined where there is none. */
const filled = async (path: string): Promise<string | undefined> => {
  const [, list, rest = ''] = /^(.*?)\/:\w+(.*)$/.exec(path) ?? [];
  if (list === undefined) return path;
  if (!ids.has(list)) ids.set(list, (await studio.get(list, headers)).body?.data?.[0]?.id);
  const id = ids.get(list);
  return id === undefined ? undefined : filled(`${list}/${id}${rest}`);
};

/** The status of a request, and what is wrong with it. */
const asked = async (
  method: string,
  path: string,
  body?: object | ((tried: number) => object),
  more: Record<string, string> = {},
) => {
  const init: RequestInit = { method, headers: { 'x-service-api-key': studio.mainKey, ...headers, ...more } };
  if (body !== undefined) init.headers = { ...init.headers, 'content-type': 'application/json' };
  const [status, slow] = await bounded(async (tried) => {
    if (body !== undefined) init.body = JSON.stringify(typeof body === 'function' ? body(tried) : body);
    const response = await studio.app.fetch(new Request(`http://localhost${path}`, init));
    // A stream of events does not end by itself.
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    await (isStream ? response.body?.cancel() : response.text());
    return response.status;
  });
  return { status, wrong: status >= 500 || slow !== '' ? [`${method} ${path} ${status}${slow}`] : [] };
};

/** The records in the paths of pages. */
const PLACES: Record<string, string> = {
  planId: '/manage/plans/:id',
  sessionId: '/manage/sessions/:id',
  goal: '/manage/challenges/:id/goals/:goalId',
  article: '/manage/challenges/:id/articles/:articleId',
  assessment: '/manage/challenges/:id/assessments/:assessmentId',
  '/book/challenges': '/manage/challenges/:id',
  '/book/boards': '/manage/leaderboards/:id',
  '/book/me/bookings': '/v2/bookings/:id',
  '/book/me/passes': '/manage/packages/:id',
  '/book/me/account/receipts': '/v2/payments/:id',
};

/** A path of pages with the first of each record; undefined where there is none. */
const pagePath = async (path: string): Promise<string | undefined> => {
  let found = path.replace(':slug', 'w');
  for (const [, before = '', name = ''] of path.matchAll(/(\/[^:]*)\/:(\w+)/g)) {
    const place = PLACES[name] ?? PLACES[before];
    const id = place === undefined ? undefined : (await filled(place))?.split('/').at(-1);
    if (id !== undefined) found = found.replace(`:${name}`, id);
  }
  return found.includes(':') ? undefined : found;
};

/** Nobody may visit many more pages in a minute. */
const MOST_VISITS = 40;
let visits = 0;

/** What is wrong with the pages that a member visits. */
const wrongPages = async (paths: readonly string[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const path of paths) {
    visits += 1;
    if (visits % MOST_VISITS === 0) await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    const [{ status }, slow] = await bounded(() => pages.get(path));
    if (![200, 303, 404].includes(status) || slow !== '') wrong.push(`${path} ${status}${slow}`);
  }
  return wrong;
};

/** Pages that ask for something, or show nothing that others have written. */
const ACTS = /cards|devices|data|offline|keep|end$|pause|go-on|cancel$|accept|leave|sign-(in|out)|signed-in|code|mails/;

const PLAIN_FAMILIES = [
  'one long word',
  'dots and @',
  'lines',
  'spaces',
  'letters with accents and hyphens',
  'letters that grow when they are folded',
];

const fieldsIn = (table: Record<string, string>): string[] =>
  Object.entries(table).flatMap(([path, fields]) => fields.split(' ').map((field) => `${path} ${field}`));

test('every text of over 1,000 characters is known as plain or as parsed', () => {
  const declared = studio.app.operations.flatMap(({ path, body }) =>
    textFields(body)
      .filter(({ path: field, maxLength = 0, format }) => maxLength > 1000 && !isOther(field, format))
      .map((field) => `${listOf(path)} ${field.path}`),
  );
  const known = [...fieldsIn(PLAIN), ...fieldsIn(PARSED), ...Object.keys(COLUMNS)];
  // A new text belongs into one of the tables. A text that is read as a language has a test below, too.
  expect([...new Set(declared)].sort()).toEqual(known.sort());
  const markdown = studio.app.operations.flatMap(({ path, body }) =>
    textFields(body).flatMap((field) => (field.format === 'markdown' ? [`${listOf(path)} ${field.path}`] : [])),
  );
  expect(markdown.filter((field) => !fieldsIn(PARSED).includes(field))).toEqual([]);
});

/** Sends the longest text of a family in every plain field. */
const storedPlain = async (family: string): Promise<string[]> => {
  const wrong: string[] = [];
  for (const { method, path, body } of studio.app.operations) {
    const fields = PLAIN[listOf(path)]?.split(' ');
    if (method !== 'PATCH' || fields === undefined) continue;
    let sent = BESIDES[listOf(path)] ?? {};
    for (const { path: field, maxLength = 0 } of textFields(body)) {
      // An address, which is checked as one.
      if (field !== 'url' && fields.includes(field)) sent = withField(field, hostileTexts(maxLength)[family], sent);
    }
    const answer = await asked(method, (await filled(path)) ?? path, sent);
    // A line and a header take no line breaks, and a header no other letters.
    const isTaken = answer.status === 200 || (answer.status === 400 && /webhooks|banners/.test(path));
    wrong.push(...answer.wrong, ...(isTaken ? [] : [`${method} ${path} ${answer.status}`]));
  }
  for (const column of new Set(Object.values(COLUMNS))) {
    const [table, name] = column.split('.');
    studio.db.run(`update "${table}" set "${name}" = ?`, [hostileTexts(10_000)[family] ?? '']);
  }
  return wrong;
};

describe('the longest hostile text', () => {
  // The last one grows the most; the others are stored and read alike.
  test.each(testsEverything ? PLAIN_FAMILIES : PLAIN_FAMILIES.slice(-1))(
    '%s: is stored in every plain field, and read by every operation and page',
    async (family) => {
      const wrong = await storedPlain(family);
      for (const { method, path } of studio.app.operations) {
        const named = method === 'GET' ? await filled(path) : undefined;
        if (named !== undefined) wrong.push(...(await asked('GET', named)).wrong);
      }
      const shown = await Promise.all(
        routes.map(({ path, get }) => (get === undefined || ACTS.test(path) ? undefined : pagePath(path))),
      );
      const paths = shown.filter((path) => path !== undefined);
      expect(paths.length).toBeGreaterThan(15);
      expect([...wrong, ...(await wrongPages(paths))]).toEqual([]);
    },
    120_000,
  );

  test('of Markdown is refused, or stored and shown', async () => {
    const [challenge = '', goal = '', entry = ''] = await Promise.all(
      ['/manage/challenges/:id', '/manage/challenges/:id/goals/:goalId', '/manage/content/entries/:id'].map(filled),
    );
    const shown = String(await pagePath('/book/challenges/:id'));
    const { slug } = (await studio.get(entry)).body;
    const short = hostileTexts(4997);
    const families = Object.entries(hostileTexts(99_997)).filter((_, index) => testsEverything || index % 2 === 0);
    const wrong: string[] = [];
    let taken = 0;
    for (const [family, long] of families) {
      const text = short[family];
      const [rules, prizeDescription] = ['a', 'b'].map((other) => `${other}\n\n${text}`);
      const three = await asked('PATCH', challenge, { description: text, rules, prizeDescription });
      const one = await asked('PATCH', entry, (tried) => ({ body: long + 'b'.repeat(tried) }));
      wrong.push(...three.wrong, ...one.wrong, ...(await asked('PATCH', goal, { description: text })).wrong);
      if (three.status === 200) wrong.push(...(await wrongPages([shown])));
      if (one.status === 200) wrong.push(...(await wrongPages([`/book/library/${slug}`])));
      taken += three.status === 200 || one.status === 200 ? 1 : 0;
    }
    expect(taken).toBeGreaterThan(testsEverything ? 20 : 5);
    expect(wrong).toEqual([]);
  }, 60_000);

  test('of a message template is refused, or shown', async () => {
    const lines = hostileMessages(997);
    const wrong: string[] = [];
    for (const [family, text] of Object.entries(hostileMessages(3997))) {
      // What a message says is kept, so that each time has other ones.
      const texts = (tried: number) => {
        const [line, long] = [lines[family], text].map((each) => each + 'b'.repeat(tried));
        return { subject: line, heading: line, lead: long, noteTitle: line, note: long, ownNote: long };
      };
      const answer = await asked('POST', '/manage/message-templates/booking_confirmed.en/preview', texts);
      wrong.push(...answer.wrong);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('of captions and of custom properties is refused, or stored and read', async () => {
    const media = (await filled('/manage/content/media/:id')) ?? '';
    const client = (await filled('/v2/clients/:id')) ?? '';
    const wrong: string[] = [];
    for (const family of PLAIN_FAMILIES) {
      const text = hostileTexts(999_000)[family];
      const captions = { label: 'English', text: `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n${text}` };
      wrong.push(...(await asked('PUT', `${media}/captions/en`, captions)).wrong);
    }
    let nested: unknown = 'a';
    for (let depth = 0; depth < 2000; depth += 1) nested = [nested];
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`k${index}`, hostileTexts(60)['accents alone']]),
    );
    for (const customProperties of [{ nested }, many, { long: hostileTexts(15_000).JSON }]) {
      wrong.push(...(await asked('PATCH', client, { customProperties })).wrong, ...(await asked('GET', client)).wrong);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

test('the longest search of many words, accents and joints is bounded in every list that searches', async () => {
  const kiosk = await addKiosk(studio);
  const wrong: string[] = [];
  let searches = 0;
  for (const { path, query, audience } of studio.app.operations) {
    for (const { path: name, maxLength = 0 } of textFields(query).filter((field) => /^(search|q)$/.test(field.path))) {
      searches += 1;
      const sent = audience === 'kiosk' ? kiosk.headers : {};
      for (const text of hostileSearches(maxLength)) {
        const answer = await asked(
          'GET',
          `${path.replace(':family', 'clients')}?${name}=${encodeURIComponent(text)}`,
          undefined,
          sent,
        );
        wrong.push(...answer.wrong, ...([200, 400].includes(answer.status) ? [] : [`${path} ${answer.status}`]));
      }
      const accents = `${path.replace(':family', 'clients')}?${name}=%CC%81`;
      const { body } = await studio.get(accents, sent).catch(() => ({ body: {} }));
      if (Object.values(body).some((each) => Array.isArray(each) && each[0])) wrong.push(`${path} finds accents alone`);
    }
  }
  expect(searches).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
}, 120_000);
