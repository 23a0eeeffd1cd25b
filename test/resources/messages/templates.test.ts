import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { TEMPLATE_KINDS } from '../../../src/resources/messages/templates/shapes.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';

const opened = forEachTest(openMailStudio);
const PATH = '/manage/message-templates';
const CONFIRMED = `${PATH}/booking_confirmed.en`;

describe('GET /manage/message-templates', () => {
  test('200: every kind of mails to clients, in the language of the brand or another one', async () => {
    const { studio } = opened;
    const { body } = await studio.get(`${PATH}?limit=100`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([...TEMPLATE_KINDS]);
    expect(body.data[0]).toMatchObject({
      id: 'booking_confirmed.en',
      language: 'en',
      isChanged: false,
      updatedAt: null,
    });
    const german = await studio.get(`${PATH}?language=de`);
    expect(german.body.data[0].subject).toBe('Gebucht: {what}, {day}, {time}');
  });

  test('200: a page at a time, in both directions; 400 for a cursor of another language', async () => {
    const { studio } = opened;
    const [first, second, third] = TEMPLATE_KINDS.map((kind) => `${kind}.en`);
    const page = async (query: string) => {
      const { status, body } = await studio.get(`${PATH}?${query}`);
      return [status, body.data?.map(({ id }: { id: string }) => id) ?? body.error.code, body.nextCursor, body.hasMore];
    };
    expect(await page('limit=2')).toEqual([200, [first, second], second, true]);
    expect(await page(`limit=1&starting_after=${second}`)).toEqual([200, [third], third, true]);
    expect(await page(`limit=5&ending_before=${third}`)).toEqual([200, [first, second], second, false]);
    expect(await page(`language=de&starting_after=${second}`)).toEqual([400, 'cursor_invalid', undefined, undefined]);
    expect(await page('limit=101')).toEqual([400, 'parameter_invalid', undefined, undefined]);
  });

  test('400 for a language without texts', async () => {
    const { status, body } = await opened.studio.get(`${PATH}?language=nl`);
    expect([status, body.error.param]).toEqual([400, 'language']);
  });
});

describe('GET /manage/message-templates/{template}', () => {
  test('200: the texts and what they can name', async () => {
    const { status, body } = await opened.studio.get(CONFIRMED);
    expect(status).toBe(200);
    const named = (name: string) => body.variables.find((each: { name: string }) => each.name === name);
    expect(named('firstName')).toEqual({ name: 'firstName', example: 'Dana', isNumber: false, cases: [] });
    expect(named('left')).toEqual({ name: 'left', example: '4', isNumber: true, cases: [] });
    expect(named('paid').cases).toEqual(['credits', 'package', 'other']);
    expect(body.builtIn.heading).toBe('You’re booked, {firstName}');
  });

  test('404 for a kind that goes to staff, and for what is no template', async () => {
    for (const id of ['password_reset.en', 'booking_confirmed.nl', 'booking_confirmed', MAIN_SITE]) {
      expect((await opened.studio.get(`${PATH}/${id}`)).status).toBe(404);
    }
  });
});

describe('PATCH /manage/message-templates/{template}', () => {
  test('200: mails have the text of the brand, and the others as they were', async () => {
    const { studio, mails } = opened;
    const lead = 'Bring a towel.\nSee you on {weekday}.';
    const { status, body } = await studio.patch(CONFIRMED, { subject: '{firstName}, see you at {what}', lead });
    expect([status, body.isChanged, body.lead, body.heading]).toEqual([200, true, lead, 'You’re booked, {firstName}']);
    expect(studio.events()).toEqual([]);
    const ann = await addClient(studio);
    // No operation takes such a name; an older database may have it.
    const name = 'Ann {what}\r\nBcc: all@example.com';
    await studio.store.write<void>((tx) => {
      tx.db.query('update "clients" set "firstName" = ? where "id" = ?').run(name, ann);
    });
    await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * DAY_MS, name: '<b>Flow</b>' }));
    await studio.time.moveTo(studio.time.now() + 1000);
    const [mail] = mails;
    expect(mail?.subject).toBe('Ann {what} Bcc: all@example.com, see you at <b>Flow</b>');
    expect(mail?.text).toContain('Bring a towel.\n\nSee you on Thursday.\n\n');
    expect(mail?.html).not.toContain('<b>Flow');
    expect((await studio.get(`${PATH}/booking_confirmed.de`)).body.isChanged).toBe(false);
  });

  test.each(TEMPLATE_KINDS)('200: an own note is in %s, in both forms of the mail, and is text', async (kind) => {
    const { studio } = opened;
    const path = `${PATH}/${kind}.en`;
    const { body: before } = await studio.get(path);
    expect([before.ownNote, before.builtIn.ownNote]).toEqual(['', '']);
    const ownNote = 'Bring a towel, {studio} has none.\n<b>Park</b> behind the building.';
    const { status, body } = await studio.patch(path, { ownNote });
    expect([status, body.isChanged, body.ownNote, studio.events()]).toEqual([200, true, ownNote, []]);
    const { body: mail } = await studio.post(`${path}/preview`, {});
    expect(mail.text).toContain(' has none.\n\n<b>Park</b> behind the building.\n\n');
    expect(mail.html).toContain('&lt;b&gt;Park&lt;/b&gt; behind the building.</p>');
    const { status: broken, body: refused } = await studio.patch(path, { ownNote: 'One\n{nobody}' });
    expect([broken, refused.error.param]).toEqual([400, 'ownNote']);
    expect(refused.error.message).toStartWith("Line 2 of 'ownNote': {nobody} is not a placeholder here.");
  });

  test('200: null and the text of studiod store nothing', async () => {
    const { studio } = opened;
    await studio.given(studio.patch(CONFIRMED, { heading: 'Hello {firstName}', note: '' }));
    const { body: first } = await studio.patch(CONFIRMED, { heading: null });
    expect([first.isChanged, first.heading, first.note]).toEqual([true, 'You’re booked, {firstName}', '']);
    const { body } = await studio.patch(CONFIRMED, { note: first.builtIn.note });
    expect([body.isChanged, studio.count('messageTemplates')]).toEqual([false, 0]);
  });

  test.each([
    [{ lead: 'Hello\n{firstName' }, 'lead', "Line 2 of 'lead': a '{' has no '}'.", 'open_brace'],
    [
      { subject: '{fristName}' },
      'subject',
      "Line 1 of 'subject': {fristName} is not a placeholder here. Did you mean 'firstName'?",
      'misspelled_placeholder',
    ],
    [
      { note: 'a\nb\n{left, plural, one {#}}' },
      'note',
      "Line 3 of 'note': the last case, 'other {…}', is missing.",
      'otherwise_missing',
    ],
    [
      { heading: '{what, plural, other {#}}' },
      'heading',
      "Line 1 of 'heading': '{what}' is not a number.",
      'no_number',
    ],
    [{ heading: '{day, date}' }, 'heading', "Line 1 of 'heading': use '{day}' without a format", 'has_format'],
    [{ heading: '{}' }, 'heading', "Line 1 of 'heading': there is no name between { and }.", 'no_placeholder'],
  ])('400 %p with its line', async (sent, param, message, reasonOf) => {
    const { studio } = opened;
    const { status, body } = await studio.patch(CONFIRMED, sent);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'template_invalid', param]);
    expect(body.error.message).toStartWith(message);
    const { reason, line } = body.error.details[0];
    expect([reason, Number(message.slice(5, 6))]).toEqual([reasonOf, line]);
    expect([studio.count('messageTemplates'), studio.events()]).toEqual([0, []]);
  });

  test('400 names each fault once, at its first line, and no more of them than anybody reads', async () => {
    const { studio } = opened;
    const named = async (lead: string) => {
      const { status, body } = await studio.patch(CONFIRMED, { lead });
      expect([status, body.error.code]).toEqual([400, 'template_invalid']);
      return (body.error.details ?? [body.error]).map(({ message }: { message: string }) => message);
    };
    expect(await named('{a}\n'.repeat(1000))).toEqual(["Line 1 of 'lead': {a} is not a placeholder here."]);
    expect(await named('{fristName}{firstName}\n{b}{fristName}')).toEqual([
      "Line 1 of 'lead': {fristName} is not a placeholder here. Did you mean 'firstName'?",
      "Line 2 of 'lead': {b} is not a placeholder here.",
    ]);
    const many = Array.from({ length: 660 }, (_, index) => `{${index}}`).join('\n');
    expect(await named(many)).toEqual(
      ['0', '1', '2', '3', '4'].map((each, line) => `Line ${line + 1} of 'lead': {${each}} is not a placeholder here.`),
    );
  });

  test('400 for an empty subject; 403 for a credential of one site', async () => {
    const { studio } = opened;
    expect((await studio.patch(CONFIRMED, { subject: '' })).status).toBe(400);
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    const { status, body } = await studio.patch(CONFIRMED, { subject: 'Hello' }, key);
    expect([status, body.error.code]).toEqual([403, 'site_not_allowed']);
    expect((await studio.get(CONFIRMED, key)).status).toBe(200);
  });
});

describe('DELETE /manage/message-templates/{template}', () => {
  test('200: the texts are those of studiod again', async () => {
    const { studio } = opened;
    await studio.given(studio.patch(CONFIRMED, { heading: 'Hello {firstName}' }));
    const { status, body } = await studio.delete(CONFIRMED);
    expect([status, body.isChanged, body.heading]).toEqual([200, false, 'You’re booked, {firstName}']);
    expect([studio.count('messageTemplates'), studio.events()]).toEqual([0, []]);
    expect((await studio.delete(CONFIRMED)).status).toBe(200);
  });

  test('403 for a credential of one site', async () => {
    const key = await opened.studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await opened.studio.delete(CONFIRMED, key)).status).toBe(403);
  });
});

describe('POST /manage/message-templates/{template}/preview', () => {
  test('200: an example as HTML and as text, and nothing is stored', async () => {
    const { studio } = opened;
    await studio.given(studio.patch(CONFIRMED, { heading: 'Hello {firstName}' }));
    const { status, body } = await studio.post(`${CONFIRMED}/preview`, { lead: 'At {time}. <script>' });
    expect(status).toBe(200);
    expect(body.subject).toStartWith('You’re booked: Strength Basics, Friday');
    expect(body.text).toStartWith('Hello Dana\n\nAt 6:00 PM. <script>');
    expect(body.html).toContain('&lt;script&gt;');
    expect((await studio.get(CONFIRMED)).body.lead).toContain('{weekday}');
    expect(studio.events()).toEqual([]);
  });

  test('400 for a text that cannot be filled; 403 for a credential of one site', async () => {
    const key = await opened.studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await opened.studio.post(`${CONFIRMED}/preview`, {}, key)).status).toBe(403);
    const { body } = await opened.studio.post(`${CONFIRMED}/preview`, { lead: '{firstName, select, a {b}}' });
    expect([body.error.code, body.error.param]).toEqual(['template_invalid', 'lead']);
  });
});
