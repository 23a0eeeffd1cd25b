import { describe, expect, test } from 'bun:test';
import {
  directoryUrl,
  email,
  hostNames,
  issuer,
  keyWithPrefix,
  networks,
  oneOf,
  origin,
  origins,
  type SettingType,
  schedule,
  service,
  storage,
  texts,
  toggle,
  token,
  whole,
} from '../../src/config/types.ts';

const valid = <T>(type: SettingType<T>, cases: readonly (readonly [string, T])[]): void => {
  for (const [text, value] of cases) expect([text, type.parse(text)]).toEqual([text, value]);
};
const invalid = (type: SettingType<unknown>, texts: readonly string[], message: string): void => {
  for (const text of texts) expect(() => type.parse(text)).toThrow(message);
};

describe('types of settings', () => {
  test('whole numbers', () => {
    const type = whole(1, 100);
    valid(type, [
      ['1', 1],
      ['100', 100],
    ]);
    invalid(type, ['0', '101', '-1', '1.5', '1e2', '', ' 5'], 'must be a whole number from 1 to 100');
  });

  test('host names of a certificate', () => {
    valid(hostNames, [
      ['Studio.example, www.studio.example,studio.example', ['studio.example', 'www.studio.example']],
      ['xn--caf-dma.example', ['xn--caf-dma.example']],
      ['', []],
    ]);
    const wrong = [
      'localhost',
      '*.studio.example',
      '127.0.0.1',
      '::1',
      'a..example',
      '-a.example',
      'https://a.example',
    ];
    invalid(hostNames, [...wrong, `${'a'.repeat(64)}.example`, 'a.example:443'], 'must be host names');
    invalid(hostNames, [Array.from({ length: 101 }, (_, at) => `n${at}.example`).join()], 'must be at most 100');
  });

  test('the directory of a certificate authority, and an address for mail', () => {
    valid(directoryUrl, [['https://acme.example/directory?a=1', 'https://acme.example/directory?a=1']]);
    invalid(
      directoryUrl,
      ['http://acme.example/dir', 'acme.example', 'https://acme.example/#dir'],
      'must be an address',
    );
    valid(email, [['owner@studio.example', 'owner@studio.example']]);
    invalid(email, ['owner', 'a@b@c', 'a@b,c@d', 'a @b'], 'must be one address');
  });

  test('true and false', () => {
    valid(toggle, [
      ['true', true],
      ['1', true],
      ['True', true],
      ['yes', true],
      ['ON', true],
      ['false', false],
      ['0', false],
      ['No', false],
      ['off', false],
    ]);
    invalid(toggle, ['y', 'maybe', ''], 'must be true or false');
  });

  test('one of some words', () => {
    valid(oneOf('text', 'json'), [['json', 'json']]);
    invalid(oneOf('text', 'json'), ['xml', ''], "must be one of text, json, not '");
  });

  test('lists of texts', () => {
    valid(texts, [
      ['a, b,,c ', ['a', 'b', 'c']],
      ['', []],
    ]);
  });

  test('secrets that cannot be guessed', () => {
    valid(token, [['0123456789abcdef', '0123456789abcdef']]);
    invalid(token, ['short', '0123456789 abcdef'], 'must have at least 16 characters');
  });

  test('keys with a prefix, which messages never repeat', () => {
    const type = keyWithPrefix('sk_', 'rk_');
    valid(type, [['rk_live_1', 'rk_live_1']]);
    invalid(type, ['pk_test_1', 'sk_test 1', 'sk_test_1\n'], 'must begin with sk_ or rk_');
    expect(() => type.parse('whsec_planted')).toThrow(expect.not.stringContaining('planted'));
  });

  test('addresses without a path', () => {
    valid(origin, [
      ['https://studio.example', 'https://studio.example'],
      ['http://studio.example:8080/', 'http://studio.example:8080'],
    ]);
    invalid(origin, ['studio.example', 'https://studio.example/v2', 'ftp://studio.example'], 'without a path');
  });

  test('secure addresses of services', () => {
    valid(service, [
      ['https://api.example', 'https://api.example'],
      ['http://127.0.0.1:4242', 'http://127.0.0.1:4242'],
    ]);
    invalid(service, ['http://api.example', 'https://api.example/v1'], 'http only on loopback');
  });

  test('addresses of S3 storages, which may have a path', () => {
    valid(storage, [
      ['https://s3.example', 'https://s3.example'],
      ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
      ['https://x.example/storage/v1/s3', 'https://x.example/storage/v1/s3'],
      ['https://x.example/storage/v1/s3/', 'https://x.example/storage/v1/s3'],
    ]);
    const refused = [
      'https://x.example/s3?a=b',
      'https://x.example/s3?',
      'https://x.example/#a',
      'http://x.example/s3',
    ];
    invalid(storage, [...refused, 'x.example/s3'], 'without a query');
    invalid(storage, ['https://ann@x.example/s3', 'https://ann:planted@x.example/s3'], 'without a query');
    expect(() => storage.parse('https://a:planted@x.example')).toThrow(expect.not.stringContaining('planted'));
  });

  test('issuers, exactly as given', () => {
    valid(issuer, [['https://login.example/realm/', 'https://login.example/realm/']]);
    invalid(issuer, ['http://login.example', 'https://login.example?x=1', 'login'], 'http only on loopback');
  });

  test('origins of pages and apps', () => {
    valid(origins, [
      ['https://app.example/, capacitor://localhost', ['https://app.example', 'capacitor://localhost']],
      ['https://APP.example:443, https://bücher.example', ['https://app.example', 'https://xn--bcher-kva.example']],
      ['', []],
    ]);
    invalid(origins, ['https://app.example/path', 'app.example'], 'must be origins such as');
    invalid(origins, ['*', 'https://*.studio.example', 'capacitor://*'], 'wildcards are not supported');
    // The setting that is named before it ends the sentence.
    expect(() => origins.parse('*')).toThrow(/name each origin$/);
  });

  test('networks', () => {
    valid(networks, [['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']]]);
    invalid(networks, ['10.0.0.0/33', 'ten'], 'is not one');
  });

  test('schedules', () => {
    for (const text of ['off', '17 4 * * *', '*/15 0-6/2 1,15 * 7']) expect(schedule.parse(text)).toBe(text);
    invalid(schedule, ['17 4 * *', '60 4 * * *', '5-1 * * * *', '* * * * mon', '5/2 * * * *', 'never'], 'five fields');
  });
});
