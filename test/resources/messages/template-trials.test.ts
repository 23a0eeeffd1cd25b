import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { MailNotSent } from '../../../src/mail/transport.ts';
import { builtInTexts } from '../../../src/resources/messages/letters/write.ts';
import { TEMPLATE_KINDS } from '../../../src/resources/messages/templates/shapes.ts';
import { kindsThatShare, SHARED_TEXTS } from '../../../src/resources/messages/templates/templates.ts';
import { MEMBER_LANGUAGES } from '../../../src/texts/made/languages.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { signedIn } from '../../helpers/people.ts';

const opened = forEachTest(openMailStudio);
const CONFIRMED = '/manage/message-templates/booking_confirmed.en';
const REMINDER = '/manage/message-templates/booking_reminder.en';

describe('POST /manage/message-templates/{template}/preview in a case', () => {
  test.each([
    [[{ name: 'paid', value: 'package' }], 'Your Ten classes covers this class.'],
    [
      [
        { name: 'used', value: '2' },
        { name: 'left', value: '1' },
      ],
      'This uses 2 credits from your Ten classes. You have 1 credit left.',
    ],
    [[{ name: 'cancelling', value: 'fee' }], 'After that, a $15 fee applies.'],
    [
      [
        { name: 'cancelling', value: 'late' },
        { name: 'lateCost', value: 'desk' },
      ],
      'It is too late to cancel online. Contact the front desk.',
    ],
  ])('200 %j', async (cases, said) => {
    const { studio } = opened;
    const { status, body } = await studio.post(`${CONFIRMED}/preview`, { cases });
    expect(status).toBe(200);
    expect(body.text).toContain(said);
    expect(body.text.includes('Cancel booking')).toBe(!said.includes('too late'));
    expect([studio.events(), studio.count('messageTemplates')]).toEqual([[], 0]);
  });

  test.each([
    [[{ name: 'paid', value: 'gold' }], "For 'cases', 'paid' has no case 'gold'. It has credits, package, other."],
    [[{ name: 'used', value: '-1' }], "For 'cases', 'used' has no case '-1'. It has numbers."],
    [[{ name: 'firstName', value: 'x' }], "For 'cases', there is no 'firstName' with cases here."],
    [[{ name: '__proto__', value: 'x' }], "For 'cases', there is no '__proto__' with cases here."],
  ])('400 %j', async (cases, message) => {
    const { status, body } = await opened.studio.post(`${CONFIRMED}/preview`, { cases });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'cases[0]']);
    expect(body.error.message).toStartWith(message);
  });
});

describe('POST /manage/message-templates/{template}/test', () => {
  test('200: the mail of the preview goes to whoever asks and to no other, with texts that are not stored', async () => {
    const { studio, mails } = opened;
    const person = await signedIn(studio);
    const key = person.headers;
    mails.length = 0;
    const cases = [{ name: 'paid', value: 'package' }];
    const { status, body } = await studio.post(
      `${CONFIRMED}/test`,
      { subject: 'Hello {firstName}', ownNote: 'Bring a towel. <script>', cases },
      key,
    );
    expect([status, body]).toEqual([
      200,
      { object: 'message_test', isAccepted: true, message: '250 OK', email: person.email, subject: 'Hello Dana' },
    ]);
    expect(mails.map(({ to, subject, calendar, unsubscribeUrl }) => [to, subject, calendar, unsubscribeUrl])).toEqual([
      [person.email, 'Hello Dana', null, null],
    ]);
    expect(mails[0]?.text).toContain('covers this class.');
    expect(mails[0]?.text).toContain('Bring a towel. <script>');
    expect(mails[0]?.html).toContain('Bring a towel. &lt;script&gt;');
    expect([studio.events(), studio.count('messageTemplates'), studio.count('messages')]).toEqual([[], 0, 0]);
  });

  test('429 after 20 of a person in an hour; another person goes on', async () => {
    const { studio, mails } = opened;
    const { headers: key } = await signedIn(studio);
    mails.length = 0;
    for (let sent = 0; sent < 20; sent += 1) expect((await studio.post(`${CONFIRMED}/test`, {}, key)).status).toBe(200);
    const { status, body } = await studio.post(`${CONFIRMED}/test`, {}, key);
    expect([status, body.error.code, body.error.category, mails.length]).toEqual([429, 'rate_limited', 'write', 20]);
    const { headers: other } = await signedIn(studio);
    expect((await studio.post(`${CONFIRMED}/test`, {}, other)).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + HOUR_MS);
    expect((await studio.post(`${CONFIRMED}/test`, {}, key)).status).toBe(200);
  });

  test('400 for a text that cannot be filled; 403 without a person, without the permission, for one site; 409 without a server', async () => {
    const { studio, mails } = opened;
    const { headers: key } = await signedIn(studio);
    const broken = await studio.post(`${CONFIRMED}/test`, { lead: 'a\n{nobody}' }, key);
    expect([broken.status, broken.body.error.code, broken.body.error.param]).toEqual([400, 'template_invalid', 'lead']);
    expect(broken.body.error.message).toStartWith("Line 2 of 'lead'");
    const nobody = await studio.post(`${CONFIRMED}/test`, {});
    expect([nobody.status, nobody.body.error.code]).toEqual([403, 'permission_denied']);
    const { headers: desk } = await signedIn(studio, { role: 'front_desk' });
    expect((await studio.post(`${CONFIRMED}/test`, {}, desk)).status).toBe(403);
    const ofSite = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await studio.post(`${CONFIRMED}/test`, {}, ofSite)).status).toBe(403);
    expect(mails).toEqual([]);
    const silent = await openStudio();
    const { headers: ownerThere } = await signedIn(silent);
    const { status, body } = await silent.post(`${CONFIRMED}/test`, {}, ownerThere);
    expect([status, body.error.code]).toEqual([409, 'mail_not_set_up']);
  });
});

test('200 with what a mail server said that did not accept it', async () => {
  const failure = { code: 'refused', message: '550 No', isPermanent: true, isRecipient: true } as const;
  const { studio } = await openMailStudio(() => {
    throw new MailNotSent(failure);
  });
  const { headers: key } = await signedIn(studio);
  const { status, body } = await studio.post(`${CONFIRMED}/test`, {}, key);
  expect([status, body.isAccepted, body.message]).toEqual([200, false, '550 No']);
});

describe('a default that changes with a release', () => {
  const before = (texts: object, defaults: object): Promise<void> =>
    opened.studio.store.write<void>((tx) => {
      const insert = `insert into "messageTemplates" ("kind", "language", "texts", "defaults", "createdAt", "updatedAt")
        values ('booking_confirmed', 'en', ?, ?, ?, ?)`;
      tx.db.query(insert).run(JSON.stringify(texts), JSON.stringify(defaults), tx.now, tx.now);
    });

  test('is named with what it was, until the text is sent again', async () => {
    const { studio } = opened;
    await before({ heading: 'Hello', lead: 'Mine' }, { heading: 'You are booked', lead: 'See you.' });
    const { body } = await studio.get(CONFIRMED);
    expect(body.changedDefaults).toEqual([
      { text: 'heading', before: 'You are booked' },
      { text: 'lead', before: 'See you.' },
    ]);
    const { body: kept } = await studio.patch(CONFIRMED, { heading: 'Hello' });
    expect([kept.heading, kept.changedDefaults]).toEqual(['Hello', [{ text: 'lead', before: 'See you.' }]]);
    const { body: reset } = await studio.patch(CONFIRMED, { lead: null });
    expect([reset.lead, reset.changedDefaults]).toEqual([reset.builtIn.lead, []]);
  });

  test('is not named for what an earlier release stored, which says nothing of its defaults', async () => {
    await before({ heading: 'Hello' }, {});
    const { body } = await opened.studio.get(CONFIRMED);
    expect([body.heading, body.isChanged, body.changedDefaults]).toEqual(['Hello', true, []]);
  });

  test('the languages with texts of the brand are named', async () => {
    const { studio } = opened;
    await studio.given(studio.patch(CONFIRMED, { ownNote: 'Bring a towel.' }));
    await studio.given(studio.patch(CONFIRMED.replace('.en', '.de'), { heading: 'Hallo' }));
    const { body } = await studio.get(CONFIRMED);
    expect(body.changedIn).toEqual([
      { language: 'de', texts: ['heading'] },
      { language: 'en', texts: ['ownNote'] },
    ]);
  });
});

test('British English has what the brand wrote in English, until it has its own, which may be none', async () => {
  const { studio } = opened;
  const british = CONFIRMED.replace('.en', '.en-GB');
  await studio.given(studio.patch(CONFIRMED, { ownNote: 'Bring a towel.' }));
  const { body } = await studio.get(british);
  expect([body.ownNote, body.isChanged]).toEqual(['Bring a towel.', false]);
  expect((await studio.post(`${british}/preview`, {})).body.text).toContain('Bring a towel.');
  const { body: none } = await studio.patch(british, { ownNote: '' });
  expect([none.ownNote, none.isChanged]).toEqual(['', true]);
  expect((await studio.post(`${british}/preview`, {})).body.text).not.toContain('towel');
  const { body: again } = await studio.patch(british, { ownNote: null });
  expect([again.ownNote, again.isChanged]).toEqual(['Bring a towel.', false]);
});

describe('texts that several kinds share', () => {
  test('are the same in studiod, in each language and form', () => {
    for (const kind of TEMPLATE_KINDS) {
      for (const other of kindsThatShare(kind)) {
        for (const language of MEMBER_LANGUAGES) {
          for (const form of ['informal', 'formal'] as const) {
            const [own, theirs] = [builtInTexts(kind, language, form), builtInTexts(other, language, form)];
            expect(SHARED_TEXTS.map((name) => own[name])).toEqual(SHARED_TEXTS.map((name) => theirs[name]));
          }
        }
      }
    }
  });

  test('200: with shared, they are written once; other texts and other languages stay', async () => {
    const { studio } = opened;
    expect((await studio.get(CONFIRMED)).body.sharedWith).toEqual(['waitlist_promoted', 'booking_reminder']);
    const { status } = await studio.patch(CONFIRMED, { note: 'Call us.', heading: 'Hi', shared: true });
    expect([status, studio.events()]).toEqual([200, []]);
    const { body } = await studio.get(REMINDER);
    expect([body.note, body.heading === 'Hi', body.isChanged]).toEqual(['Call us.', false, true]);
    expect((await studio.get(REMINDER.replace('.en', '.de'))).body.isChanged).toBe(false);
    await studio.given(studio.patch(REMINDER, { note: null, shared: true }));
    expect((await studio.get(CONFIRMED)).body).toMatchObject({ heading: 'Hi', note: body.builtIn.note });
  });

  test('200: without shared, and in a kind that says something else, nothing else changes', async () => {
    const { studio } = opened;
    await studio.given(studio.patch(REMINDER, { note: 'Mine.' }));
    expect((await studio.get(CONFIRMED)).body.sharedWith).toEqual(['waitlist_promoted']);
    await studio.given(studio.patch(CONFIRMED, { note: 'Call us.', shared: true }));
    expect((await studio.get(REMINDER)).body.note).toBe('Mine.');
    await studio.given(studio.patch(CONFIRMED, { note: 'Or not.' }));
    const promoted = await studio.get('/manage/message-templates/waitlist_promoted.en');
    expect(promoted.body.note).toBe('Call us.');
  });
});
