import { expect, test } from 'bun:test';
import { isUnchanged } from '../../src/kernel/preconditions.ts';
import { Problem } from '../../src/kernel/problem.ts';

const CHANGED = '2026-03-02T08:00:00.700Z';
const [BEFORE, SAME, AFTER] = [1, 2, 3].map(
  (day) => `${['Sun', 'Mon', 'Tue'][day - 1]}, 0${day} Mar 2026 08:00:00 GMT`,
);

/** How a GET with these headers is answered. */
const answerTo = (headers: Record<string, string>): number => {
  try {
    return isUnchanged(new Headers(headers), { etag: '"a"', changedAt: CHANGED }) ? 304 : 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
};

test.each<[number, Record<string, string | undefined>]>([
  [200, {}],
  [304, { 'if-none-match': '"b", W/"a"' }],
  [304, { 'if-none-match': ' * ' }],
  [200, { 'if-none-match': 'a' }],
  [200, { 'if-none-match': '"b"' }],
  [200, { 'if-none-match': '' }],
  [304, { 'if-modified-since': SAME }],
  [200, { 'if-modified-since': BEFORE }],
  [200, { 'if-modified-since': 'yesterday' }],
  // The ETag decides where there are both.
  [200, { 'if-none-match': '"b"', 'if-modified-since': AFTER }],
  [412, { 'if-match': '"b"' }],
  [200, { 'if-match': '"b", "a-gzip"' }],
  [200, { 'if-match': '*' }],
  [412, { 'if-unmodified-since': BEFORE }],
  [200, { 'if-unmodified-since': SAME }],
  [200, { 'if-unmodified-since': 'yesterday' }],
  [200, { 'if-match': '"a"', 'if-unmodified-since': BEFORE }],
  // What must hold comes before what the client has.
  [412, { 'if-match': '"b"', 'if-none-match': '"a"' }],
  [304, { 'if-match': '"a"', 'if-none-match': '"a"' }],
])('%d for %j (RFC 9110, 13.2.2)', (status, headers) => {
  expect(answerTo(headers as Record<string, string>)).toBe(status);
});
