import { expect, test } from 'bun:test';
import { storedOrigin } from '../../src/kernel/web-origins.ts';

test.each([
  ['https://WWW.Studio.Example', 'https://www.studio.example'],
  ['https://www.studio.example:443', 'https://www.studio.example'],
  ['http://www.studio.example:80/', 'http://www.studio.example'],
  ['http://www.studio.example:8080', 'http://www.studio.example:8080'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['HTTPS://localhost:5173', 'https://localhost:5173'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://my_site.example', 'https://my_site.example'],
])('%s is stored as browsers send it', (given, stored) => {
  expect(storedOrigin(given)).toBe(stored);
  expect(new URL(given).origin).toBe(stored);
});

test.each([
  '*',
  'https://*',
  'https://*.studio.example',
  'https://studio.example/page',
  'https://studio.example?x',
  'https://user@studio.example',
  'https://studio.example;x',
  "https://studio.example'",
  'https://studio.example, https://other.example',
  'https:\\\\studio.example',
  'studio.example',
  'ftp://studio.example',
  'null',
  '',
  `https://${'a'.repeat(400)}.example`,
])('%s is none', (given) => expect(storedOrigin(given)).toBeUndefined());
