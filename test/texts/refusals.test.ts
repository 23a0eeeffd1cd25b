import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { type ErrorDetail, sayIn } from '../../src/console/api/refusals/refusal-words.ts';
import { conflictCodes } from '../../src/http/codes/conflict-codes.ts';
import { errorCodes } from '../../src/http/codes/error-codes.ts';
import { validatorFor } from '../../src/http/validation.ts';
import { invalidDetail } from '../../src/kernel/problem.ts';
import { REASONS } from '../../src/kernel/reasons.ts';
import { email, integer, name, object } from '../../src/kernel/schemas.ts';
import { texts as de } from '../../src/texts/made/refusals/de.ts';
import { texts as en } from '../../src/texts/made/refusals/en.ts';
import { texts as es } from '../../src/texts/made/refusals/es.ts';
import { texts as fr } from '../../src/texts/made/refusals/fr.ts';

/** The conflicts that nobody meets in the console: of the pages and apps of members, and of requests that the console never sends. */
const OF_INTEGRATIONS = [
  'agreement_changed',
  'already_enrolled',
  'assessment_already_submitted',
  'booking_limit_reached',
  'challenge_full',
  'commitment_closed',
  'content_archived',
  'end_not_allowed',
  'enrollment_closed',
  'guest_limit_reached',
  'guests_not_allowed',
  'idempotency_key_reused',
  'late_cancel_not_allowed',
  'member_sign_in_off',
  'not_enrolled',
  'outside_check_in_window',
  'purchase_completed',
  'reminder_not_possible',
  'submission_closed',
  'too_many_passkeys',
  'video_session_closed',
];

const codes = Object.keys(en.refusals);

test('every conflict has words in each language, or only integrations meet it', () => {
  const conflicts = conflictCodes.map(([code]) => code).filter((code) => !(code in en.refusals));
  expect(conflicts.sort()).toEqual(OF_INTEGRATIONS);
});

test('there are no words for what is no code', () => {
  const known = errorCodes.flatMap((each) => each.codes.map(([code]) => code));
  expect(codes.filter((code) => !known.includes(code.replace(/:.*/, '')))).toEqual(['other']);
});

test.each([
  ['en', en.refusals],
  ['de', de.refusals],
  ['es', es.refusals],
  ['fr', fr.refusals],
] as const)('every reason of a value has words in %s, with facts that its details have', (_language, texts) => {
  const words = new Map<string, string>(Object.entries(texts));
  expect(REASONS.filter((reason) => !words.has(`parameter_invalid:${reason}`))).toEqual([]);
  const places = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();
  const english = new Map<string, string>(Object.entries(en.refusals));
  const differing = REASONS.map((reason) => `parameter_invalid:${reason}`).filter(
    (key) => places(words.get(key)).join() !== places(english.get(key)).join(),
  );
  expect(differing).toEqual([]);
});

test('no code of src tells a value without its reason', async () => {
  const files = await Array.fromAsync(new Glob('src/**/*.ts').scan('.'));
  // The types want it of `invalidDetail`. What a schema refuses has the reason from the schema.
  const others = files.filter((file) => !['src/kernel/problem.ts', 'src/http/validation.ts'].includes(file));
  const bare = await Promise.all(
    others.map(async (file) => ((await Bun.file(file).text()).includes("code: 'parameter_invalid'") ? [file] : [])),
  );
  expect(bare.flat()).toEqual([]);
});

test('the reasons are those that the codes name', () => {
  const meanings = new Map(errorCodes.flatMap((each) => each.codes.map(([code, meaning]) => [code, meaning] as const)));
  // The decline codes of a processor stand in its own documentation.
  const OF_PROCESSOR = ['insufficient_funds', 'expired_card'];
  // What a file has wrong in one of its rows is said of the file.
  const OF_FILES = ['in_row'];
  const unnamed = codes
    .filter((each) => each.includes(':'))
    .map((each) => each.split(':') as [string, string])
    .filter(
      ([code, reason]) =>
        meanings.get(code)?.includes(reason) !== true && ![...OF_PROCESSOR, ...OF_FILES].includes(reason),
    );
  expect(unnamed).toEqual([]);
});

test.each([
  ['en', en.refusals],
  ['de', de.refusals],
  ['es', es.refusals],
  ['fr', fr.refusals],
] as const)('the words of %s are sentences', (_language, texts) => {
  expect(Object.keys(texts)).toEqual(codes);
  expect(Object.entries(texts).filter(([, text]) => !/^[\p{Lu}¡¿].+[.]$/u.test(text) || text.includes('!'))).toEqual(
    [],
  );
});

test('an error is said in the language of the page, with what else the server has told', async () => {
  const error = { code: 'session_full', message: 'The session is full.', requestId: 'req_1' };
  expect(await sayIn('de', error)).toEqual({ ...error, message: de.refusals.session_full });
  expect(await sayIn('fr', error)).toEqual({ ...error, message: fr.refusals.session_full });
  expect(await sayIn('en', error)).toEqual({ ...error, message: en.refusals.session_full });
});

test('whose session has ended reads of signing in, never of API keys', async () => {
  const error = { code: 'credential_missing', message: 'This request carries no credential. Send an API key.' };
  for (const language of ['en', 'de', 'es', 'fr']) {
    const { message } = await sayIn(language, error);
    expect([language, /API/.test(message), message]).toEqual([language, false, expect.stringMatching(/\.$/)]);
  }
});

test('the reason in the details says more, and a field says its own', async () => {
  const detail = { param: 'packageId', code: 'frozen', message: 'The package is frozen.' };
  const error = { code: 'package_not_eligible', message: 'The package cannot pay.', details: [detail] };
  const message = es.refusals['package_not_eligible:frozen'];
  expect(await sayIn('es', error)).toEqual({ ...error, message, details: [{ ...detail, message }] });
});

test('a value that its schema rules out is said in words, with its limits', async () => {
  const found = validatorFor(object({ capacity: integer(1, 1000), email: email(), name: name() })).errors({
    capacity: 0,
    email: 'ann',
    name: 'x'.repeat(101),
  });
  // As a page receives them.
  const details: readonly ErrorDetail[] = JSON.parse(JSON.stringify(found));
  const { code = '', message = '' } = details[0] ?? {};
  const error = { code, message, details };
  const said = async (language: string) => {
    const { message: first, details: each = [] } = await sayIn(language, error);
    return [first, ...each.map((detail) => detail.message)];
  };
  const range = 'Enter a number from 1 to 1,000.';
  const mail = 'Enter an email address, such as ann@example.com.';
  expect(await said('en')).toEqual([range, range, mail, 'Enter at most 100 characters.']);
  const rangeDe = 'Geben Sie eine Zahl von 1 bis 1.000 ein.';
  const mailDe = 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ann@example.com.';
  expect(await said('de')).toEqual([rangeDe, rangeDe, mailDe, 'Geben Sie höchstens 100 Zeichen ein.']);
});

test('a fault of an email template is said with its line and what is meant', async () => {
  const facts = { reason: 'misspelled_placeholder', line: 1, placeholder: 'weekdy', meant: 'weekday' };
  const detail = { param: 'lead', code: 'template_invalid', message: 'Line 1', ...facts };
  const { message } = await sayIn('en', { code: 'template_invalid', message: 'Line 1', details: [detail] });
  expect(message).toBe('Line 1: “weekdy” is not a placeholder. Did you mean “weekday”? Correct it.');
});

test('a rule of the server is said in words, with what they name', async () => {
  const detail = invalidDetail('amount', 'The currency of the site is USD, not EUR.', {
    reason: 'currency_differs',
    currency: 'USD',
  });
  const { message, details } = await sayIn('en', { code: detail.code, message: detail.message, details: [detail] });
  expect(message).toBe('Use the location’s currency, USD.');
  expect(details?.[0]?.message).toBe(message);
});

test('the words of the server are never shown for a value, also with a reason that the page does not know', async () => {
  const message = "'capacity' must be from 1 to 1000.";
  for (const reason of [undefined, 'of_a_newer_server']) {
    const detail = {
      param: 'capacity',
      code: 'parameter_invalid',
      message,
      ...(reason === undefined ? {} : { reason }),
    };
    const error = { code: 'parameter_invalid', message, details: [detail] };
    const said = de.refusals['parameter_invalid:wrong_type'];
    expect(await sayIn('de', error)).toEqual({ ...error, message: said, details: [{ ...detail, message: said }] });
  }
  expect((await sayIn('de', { code: 'parameter_invalid', message })).message).toBe('Prüfen Sie diesen Wert.');
});

test('what is wrong with a row of a file says the row', async () => {
  const detail = { param: 'rows[3].email', code: 'parameter_invalid', reason: 'not_an_email', message: 'No.', row: 3 };
  const { message } = await sayIn('en', { code: 'parameter_invalid', message: '1 of 9', details: [detail] });
  expect(message).toBe('The file was not imported. Correct row 3 and check the file again.');
});

test.each(['en', 'de', 'es', 'fr'])(
  'a code without words is named, in %s and never in the words of the server',
  async (language) => {
    const detail = { param: 'session', code: 'of_a_newer_server', message: 'The session is closed.' };
    const error = {
      code: 'video_session_closed',
      message: 'The session is closed. Start another one.',
      details: [detail],
    };
    const { message, details } = await sayIn(language, error);
    expect(message).toContain('(video_session_closed)');
    expect([message, details?.[0]?.message].join()).not.toContain('The session is closed');
    // Of a conflict that is known, a reason that is not known is said as the conflict.
    const known = await sayIn(language, {
      code: 'session_full',
      message: 'Full.',
      details: [{ ...detail, code: 'new' }],
    });
    expect(known.details?.[0]?.message).toBe(known.message);
  },
);

test('no code without words has its name in the words of another one', () => {
  for (const { refusals } of [en, de, es, fr]) {
    const named = Object.entries(refusals).filter(([, text]) => text.includes('{code}'));
    expect(named.map(([key]) => key)).toEqual(['other']);
  }
});
