// What the form of a key or a client shows of its rights.
import { expect, test } from 'bun:test';
import { scopeIn } from '../../../../src/console/parts/integrations/scope-words.ts';

test('a family that may be read and changed is shown as one that may be changed', () => {
  expect(scopeIn(['clients:read', 'clients:write'], 'clients')).toBe('clients:write');
  expect(scopeIn(['bookings:write', 'clients:read'], 'clients')).toBe('clients:read');
  expect(scopeIn(['bookings:write'], 'clients')).toBeUndefined();
});
