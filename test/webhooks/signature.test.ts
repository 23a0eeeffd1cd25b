import { describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { systemRandom } from '../../src/kernel/random.ts';
import { newSecret, signature, signatureHeader, verify } from '../../src/webhooks/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const TIME = 1_767_225_600;
const BODY =
  '{"id":"evt_3f2b8c1e-6d4a-4b9e-9a57-0c1d2e3f4a5b","object":"event","type":"booking.created","apiVersion":"2026-01-10",' +
  '"createdAt":"2026-01-01T00:00:00.000Z","livemode":true,"data":{"bookingId":"11111111-1111-4111-8111-111111111111",' +
  '"clientId":"22222222-2222-4222-8222-222222222222","sessionId":"33333333-3333-4333-8333-333333333333",' +
  '"siteId":"44444444-4444-4444-8444-444444444444","status":"CONFIRMED","bookingSource":"CREDIT"}}';
const V1 = 'c562ba013f47f5a2de2cc3a1db2cdad7b1ffd94488acea645b9dd306bb14307a';
const HEADER = `t=${TIME},v1=${V1}`;

test('the vector of the contract', () => {
  expect(Buffer.byteLength(BODY)).toBe(427);
  expect(signature(SECRET, TIME, BODY)).toBe(V1);
  expect(signatureHeader(SECRET, TIME, BODY)).toBe(HEADER);
});

test('the helper of a widely used library accepts it', async () => {
  const stripe = new Stripe('sk_test_none');
  const now = Math.floor(Date.now() / 1000);
  const secret = newSecret(systemRandom());
  const body = BODY.replace('CREDIT', 'ÇRÉDIT ✓');
  const event = await stripe.webhooks.constructEventAsync(body, signatureHeader(secret, now, body), secret);
  expect(event.id).toBe('evt_3f2b8c1e-6d4a-4b9e-9a57-0c1d2e3f4a5b');
  const other = signatureHeader(newSecret(systemRandom()), now, body);
  expect(stripe.webhooks.constructEventAsync(body, other, secret)).rejects.toThrow();
});

test('secrets are 32 random bytes in base64', () => {
  const secrets = Array.from({ length: 50 }, () => newSecret(systemRandom()));
  expect(secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(50);
});

describe('verify', () => {
  const codeOf = (change: Partial<Parameters<typeof verify>[0]> = {}, now: number | null = TIME) =>
    verify({ secret: SECRET, header: HEADER, body: BODY, ...change }, now).code;
  const spaced = JSON.stringify(JSON.parse(BODY), null, 2);

  test.each([
    ['ok', {}],
    ['ok', { timestamp: String(TIME) }],
    ['ok', { header: `t=${TIME}, v1=${'0'.repeat(64)}, v1=${V1}` }],
    ['header_malformed', { header: '' }],
    ['header_malformed', { header: V1 }],
    ['header_malformed', { header: `v1=${V1}` }],
    ['header_malformed', { header: `t=now,v1=${V1}` }],
    ['header_malformed', { header: `t=${TIME}` }],
    ['header_malformed', { header: `t=${TIME},v1=${V1.slice(1)}` }],
    ['timestamp_mismatch', { timestamp: String(TIME + 1) }],
    ['signature_mismatch', { header: `t=${TIME + 1},v1=${V1}` }],
    ['signature_mismatch', { secret: 'whsec_another' }],
    ['signature_mismatch', { body: BODY.replace('CONFIRMED', 'CANCELLED') }],
    ['secret_padded', { secret: `${SECRET}\n` }],
    ['secret_prefix_missing', { secret: SECRET.slice(6) }],
    ['secret_malformed', { secret: 'sk_live_something' }],
    ['body_newline', { body: `${BODY}\n` }],
    ['body_reprinted', { body: spaced }],
    ['signature_mismatch', { body: 'not even JSON' }],
  ])('%s: %j', (code, change) => expect(codeOf(change)).toBe(code));

  test('changed line ends are reported', () => {
    const header = signatureHeader(SECRET, TIME, 'a\nb');
    expect(verify({ secret: SECRET, header, body: 'a\r\nb' }, TIME).code).toBe('body_line_ends');
  });
  test('an old or early signature is reported only when a time is given', () => {
    expect([codeOf({}, TIME + 300), codeOf({}, TIME - 300)]).toEqual(['ok', 'ok']);
    expect([codeOf({}, TIME + 301), codeOf({}, TIME - 301)]).toEqual(['timestamp_too_far', 'timestamp_too_far']);
    expect(codeOf({}, null)).toBe('ok');
  });
});
