import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { certificates } from '../../../src/cli/server/certificates.ts';
import { configure } from '../../../src/config/settings.ts';
import { testFolder } from '../../helpers/process.ts';

const fixture = (name: string): string => readFileSync(resolve(import.meta.dir, '../../fixtures/tls', name), 'utf8');
const [LEAF, AUTHORITY, KEY] = [fixture('receiver.pem'), fixture('authority.pem'), fixture('receiver.key')];

/** What a server reads of files with these texts. */
const read = (cert: string, key = KEY) => {
  const folder = testFolder();
  const [tlsCert, tlsKey] = [join(folder, 'tls.pem'), join(folder, 'tls.key')];
  writeFileSync(tlsCert, cert);
  writeFileSync(tlsKey, key);
  return certificates(configure({ flags: { tlsCert, tlsKey }, environment: {} }).config);
};

test('a chain whose first certificate is that of the server', () => {
  expect(read(`${LEAF}${AUTHORITY}`)).toEqual({ tls: { cert: `${LEAF}${AUTHORITY}`, key: KEY } });
});

test('a chain in reverse order is named', () => {
  expect(() => read(`${AUTHORITY}${LEAF}`)).toThrow(
    /is in the wrong order: the server certificate must come first, but is number 2/,
  );
});

test('a key of no certificate of the file', () => {
  expect(() => read(`${AUTHORITY}${LEAF}`, fixture('loopback.key'))).toThrow(/does not match the certificate/);
});

test('a byte order mark at the start of either file is skipped', () => {
  expect(read(`\uFEFF${LEAF}`, `\uFEFF${KEY}`)).toEqual({ tls: { cert: LEAF, key: KEY } });
});
