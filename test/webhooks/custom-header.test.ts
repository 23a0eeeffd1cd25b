import { expect, test } from 'bun:test';
import { customHeaderProblem } from '../../src/webhooks/sending/custom-header.ts';

test.each([
  ['X-Api-Key', 'abc 123'],
  ['Cookie', 'a=b; c=d'],
  ['User-Agent', 'Studio'],
  ["!#$%&'*+-.^_`|~09aZ", '~'],
])('%s: %s is allowed', (name, value) => expect(customHeaderProblem(name, value)).toBeUndefined());

test.each([
  'Host',
  'content-type',
  'CONTENT-LENGTH',
  'Authorization',
  'X-Service-Event-ID',
  'x-service-anything',
  'X-SERVICE-',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Proxy-Authorization',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  '',
  'X Key',
  'X-Key:',
  'X-Schlüssel',
  'X-Key\r\nHost',
  'X(Key)',
  'a'.repeat(101),
])('the name %j is rejected', (name) => expect(customHeaderProblem(name, 'value')).toBeString());

test.each(['', 'a\r\nHost: b', 'a\nb', 'a\0b', 'é', ' a', 'a ', '\ta', '\x7f', 'a'.repeat(4097)])(
  'the value %j is rejected',
  (value) => expect(customHeaderProblem('X-Api-Key', value)).toBeString(),
);
