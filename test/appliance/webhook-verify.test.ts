import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHeader } from '../../src/webhooks/signature.ts';
import { studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();

/** The test vector of the documentation. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY =
  '{"id":"evt_3f2b8c1e-6d4a-4b9e-9a57-0c1d2e3f4a5b","object":"event","type":"booking.created","apiVersion":"2026-01-10","createdAt":"2026-01-01T00:00:00.000Z","livemode":true,"data":{"bookingId":"11111111-1111-4111-8111-111111111111","clientId":"22222222-2222-4222-8222-222222222222","sessionId":"33333333-3333-4333-8333-333333333333","siteId":"44444444-4444-4444-8444-444444444444","status":"CONFIRMED","bookingSource":"CREDIT"}}';
const HEADER = 't=1767225600,v1=c562ba013f47f5a2de2cc3a1db2cdad7b1ffd94488acea645b9dd306bb14307a';

const file = (name: string, content: string): string => {
  writeFileSync(join(cwd, name), content);
  return name;
};
const good = file('body.json', BODY);
const judge = async (...words: string[]) => {
  const { code, out, err } = await studiod({ cwd }, 'webhook', 'verify', '--json', '--any-age', ...words);
  return { code, verdict: out === '' ? err : JSON.parse(out).code };
};

test('the test vector is valid, with the whole header line and the secret from a file', async () => {
  const secretFile = file('secret.txt', `${SECRET}\n`);
  const words = ['--body', good, '--header', `X-Service-Signature: ${HEADER}`, '--secret-file', secretFile];
  expect(await judge(...words, '--timestamp', '1767225600')).toEqual({ code: 0, verdict: 'ok' });
  const { out } = await studiod({ cwd }, 'webhook', 'verify', '--any-age', ...words);
  expect(out).toBe('The signature is right.\n');
});

test('a body on stdin keeps its bytes', async () => {
  const header = signatureHeader(SECRET, 1767225600, '\u{FEFF}{"a":"é"}');
  const words = ['--header', header, '--secret', SECRET];
  const run = (input: string) => studiod({ cwd, input }, 'webhook', 'verify', '--any-age', ...words);
  expect(await run('\u{FEFF}{"a":"é"}')).toMatchObject({ code: 0, err: '' });
  expect((await run('{"a":"é"}')).code).toBe(1);
});

describe('exit code 1 with the reason', () => {
  const cases: readonly (readonly [code: string, body: string, header: string, secret: string])[] = [
    ['body_newline', `${BODY}\n`, HEADER, SECRET],
    ['body_reprinted', JSON.stringify(JSON.parse(BODY), null, 2), HEADER, SECRET],
    ['secret_prefix_missing', BODY, HEADER, SECRET.slice('whsec_'.length)],
    ['signature_mismatch', BODY.replace('CREDIT', 'COMP'), HEADER, SECRET],
    ['header_malformed', BODY, 'sha256=c562', SECRET],
  ];
  test.each(cases)('%s', async (code, body, header, secret) => {
    const words = ['--body', file('bad.json', body), '--header', header, '--secret', secret];
    expect(await judge(...words)).toEqual({ code: 1, verdict: code });
  });
  test('timestamp_mismatch, and timestamp_too_far unless --any-age', async () => {
    const words = ['--body', good, '--header', HEADER, '--secret', SECRET];
    expect(await judge(...words, '--timestamp', '1767225601')).toEqual({ code: 1, verdict: 'timestamp_mismatch' });
    const { code, out } = await studiod({ cwd }, 'webhook', 'verify', ...words);
    expect(code).toBe(1);
    expect(out).toContain('(timestamp_too_far)');
  });
});

test('exit code 2 for missing flags', async () => {
  expect(await judge('--header', HEADER)).toMatchObject({ code: 2, verdict: expect.stringContaining('--secret') });
  expect(await judge('--secret', SECRET)).toMatchObject({ code: 2, verdict: expect.stringContaining('--header') });
  const missing = ['--header', HEADER, '--secret', SECRET, '--body', 'nowhere.json'];
  expect(await judge(...missing)).toMatchObject({ code: 1, verdict: expect.stringContaining('cannot be read') });
});
