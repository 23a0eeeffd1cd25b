import { expect, test } from 'bun:test';
import { fieldsOf, USUAL } from '../../src/console/pages/settings/mails/notification-fields.ts';
import { DEFAULTS } from '../../src/resources/settings/record.ts';

test('the page of mails says the defaults that the interface has', () => {
  const defaults = fieldsOf(DEFAULTS.notification as Parameters<typeof fieldsOf>[0]);
  // Without a default that a person could read: texts that a studio writes, and hours that are only asked for when they count.
  const said = Object.entries(defaults).filter(([, value]) => value !== '');
  expect(USUAL).toEqual(Object.fromEntries(said));
});
