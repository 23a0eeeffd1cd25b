import { describe, expect, test } from 'bun:test';
import type { LookupAddress } from 'node:dns';
import type { ResolvedAddress } from '../../src/kernel/host-names.ts';
import { createAddressCheck, type NetworkPolicy } from '../../src/webhooks/sending/address-check.ts';

const PRODUCTION: NetworkPolicy = { allowHttp: false, allowLoopback: false, allowedNetworks: [] };
const SANDBOX: NetworkPolicy = { allowHttp: true, allowLoopback: true, allowedNetworks: [] };
const CLOSED: NetworkPolicy = { allowHttp: false, allowLoopback: false, allowedNetworks: ['10.1.0.0/16', 'fd00::/8'] };

const at = (...addresses: string[]): ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const allows = (policy: NetworkPolicy, url: string) => createAddressCheck(policy).checkUrl(url).problem === undefined;

const lookUp = (policy: NetworkPolicy, answers: readonly ResolvedAddress[] | Error, all = true) =>
  new Promise<string | string[]>((resolve) => {
    const addressCheck = createAddressCheck(policy, async () => {
      if (answers instanceof Error) throw answers;
      return answers;
    });
    addressCheck.lookup('hooks.example.com', { all }, (error, found) => {
      if (error !== null) resolve(error.code ?? '');
      else resolve(Array.isArray(found) ? found.map((one: LookupAddress) => one.address) : found);
    });
  });

describe('URLs in production', () => {
  test.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com:8443/in?a=b',
    'https://8.8.8.8/',
    'HTTPS://EXAMPLE.COM',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://example.com./',
    'https://1.example.com',
  ])('%s may be registered', (url) => expect(allows(PRODUCTION, url)).toBe(true));

  test.each([
    'http://hooks.example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'hooks.example.com',
    '',
    '//example.com',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'https://intranet/',
    'https://intranet./',
    'https://printer.local/',
    'https://db.internal/',
    'https://metadata.google.internal./',
    'https://router.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/',
    'https://192.168.1.1:8443/',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[2002:7f00:1::]/',
    'https://[ff02::1]/',
  ])("'%s' is rejected", (url) => expect(allows(PRODUCTION, url)).toBe(false));
});

describe('networks that the operator allows', () => {
  test('the sandbox takes http and loopback, and nothing else that is private', () => {
    const urls = ['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://[::1]:3000/', 'https://app.localhost/'];
    expect(urls.map((url) => allows(SANDBOX, url))).toEqual([true, true, true, true]);
    const rejected = ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://printer.local/', 'http://intranet/'];
    expect(rejected.map((url) => allows(SANDBOX, url))).toEqual([false, false, false, false]);
  });
  test('a closed network takes its own addresses and names, over TLS only', () => {
    const urls = ['https://10.1.2.3/', 'https://[fd00::7]/', 'https://crm.internal/', 'https://intranet/'];
    expect(urls.map((url) => allows(CLOSED, url))).toEqual([true, true, true, true]);
    const rejected = ['http://10.1.2.3/', 'https://10.2.0.1/', 'https://127.0.0.1/', 'https://[::ffff:10.1.2.3]/'];
    expect(rejected.map((url) => allows(CLOSED, url))).toEqual([false, false, false, false]);
  });
  test('an invalid network is an error that names it', () => {
    expect(() => createAddressCheck({ ...PRODUCTION, allowedNetworks: ['10.0.0.0/99'] })).toThrow("'10.0.0.0/99'");
  });
  test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'fd00::/129', '10.0.0.0/8/8', 'lan', '', '10.0.0.0/-1'])(
    "the network '%s' is an error with the right form",
    (text) =>
      expect(() => createAddressCheck({ ...PRODUCTION, allowedNetworks: [text] })).toThrow('Write it like 10.0.0.0/8'),
  );
});

describe('look-ups at connect', () => {
  test('return every allowed address, or the first one', async () => {
    const answers = at('93.184.215.14', '2606:4700::1');
    expect(await lookUp(PRODUCTION, answers)).toEqual(['93.184.215.14', '2606:4700::1']);
    expect(await lookUp(PRODUCTION, answers, false)).toBe('93.184.215.14');
  });
  test.each([
    [at('93.184.215.14', '10.0.0.1')],
    [at('10.0.0.1', '93.184.215.14')],
    [at('2606:4700::1', '::1')],
    [at('93.184.215.14', '::ffff:93.184.215.14')],
    [at('93.184.215.14', 'fe80::1%eth0')],
    [at('127.0.0.1')],
    [[{ address: 'not an address', family: 4 }]],
  ])('%j is rejected as a whole', async (answers) => expect(await lookUp(PRODUCTION, answers)).toBe('BLOCKED_ADDRESS'));
  test('a name without an answer has one known error, without resolver text', async () => {
    expect(await lookUp(PRODUCTION, [])).toBe('NAME_NOT_FOUND');
    expect(await lookUp(PRODUCTION, new Error('query to 10.0.0.53 failed'))).toBe('NAME_NOT_FOUND');
  });
  test('closed networks are reached by name', async () => {
    expect(await lookUp(CLOSED, at('10.1.9.9'))).toEqual(['10.1.9.9']);
    expect(await lookUp(CLOSED, at('10.1.9.9', '10.2.9.9'))).toBe('BLOCKED_ADDRESS');
  });
});

describe('registration', () => {
  const register = (url: string, answers: readonly ResolvedAddress[] | 'never' | 'fails') =>
    createAddressCheck(PRODUCTION, async () => {
      if (answers === 'fails') throw new Error('no such name');
      return answers === 'never' ? [] : answers;
    }).checkRegistration(url);

  test('a name with public addresses is accepted, one with a private address rejected', async () => {
    expect(await register('https://hooks.example.com/', at('93.184.215.14'))).toBeUndefined();
    expect(await register('https://hooks.example.com/', at('93.184.215.14', '10.0.0.1'))).toContain('not public');
  });
  test('a name that does not resolve is accepted: the delivery will fail and be recorded', async () => {
    expect(await register('https://hooks.example.com/', 'never')).toBeUndefined();
    expect(await register('https://hooks.example.com/', 'fails')).toBeUndefined();
  });
  test('literal addresses are checked without a look-up', async () => {
    expect(await register('https://8.8.8.8/', at('10.0.0.1'))).toBeUndefined();
    expect(await register('https://[::1]/', at('93.184.215.14'))).toContain('not public');
  });
});
