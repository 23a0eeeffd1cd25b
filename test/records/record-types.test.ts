import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../src/database/database.ts';
import { flag, id, integer, line, name, oneOf } from '../../src/kernel/schemas.ts';
import * as field from '../../src/records/fields.ts';
import { type ResponseOf, record } from '../../src/records/record.ts';

// The promises of a record that the compiler keeps: `tsc` fails when a line below an `@ts-expect-error` compiles.

const Thing = record('thing', 'things', () => ({
  title: field.text(name()),
  code: field.text(line(10)).optional(),
  color: field.word(['red', 'blue']).default('red'),
  secret: field.text(Type.String()).internal(),
  isOpen: field.computed(flag(), ({ seats }: { seats: number }) => seats > 0),
  mood: field.derived(oneOf('calm', 'busy')),
}));

type ThingResponse = ResponseOf<typeof Thing>;

/** Never called: its lines are only compiled. */
const promises = (read: Read, tx: Tx) => {
  const row = Thing.make(tx, { title: 'First' }, { code: 'A1', secret: 'x' });
  // @ts-expect-error a body lacks the required title
  Thing.make(tx, {}, { code: 'A1', secret: 'x' });
  // @ts-expect-error the creating code does not set `secret`
  Thing.make(tx, { title: 'First' }, { code: 'A1' });
  // @ts-expect-error no word of the field
  Thing.make(tx, { title: 'First', color: 'green' }, { code: 'A1', secret: 'x' });
  // @ts-expect-error an internal field in a body
  Thing.columns({ secret: 'x' });
  // @ts-expect-error a computed field has no column
  Thing.rows.update(tx, row.id, { isOpen: 1 });

  // @ts-expect-error the row lacks the joined column `seats`, from which `isOpen` is computed
  Thing.view(row);
  const view = Thing.view({ ...row, seats: 1 });
  // @ts-expect-error the view of the family has forgotten the derived field
  const forgotten: ThingResponse = view;
  const whole: ThingResponse = { ...view, mood: 'calm' };
  // @ts-expect-error answers do not show internal fields
  const secret = view.secret;
  // @ts-expect-error no word of the derived field
  const moody: ThingResponse = { ...view, mood: 'sad' };
  // @ts-expect-error a caller is needed to find a record
  Thing.find(read, row.id);
  return [forgotten, whole, secret, moody];
};

// @ts-expect-error the default is no word of the field
field.word(['red', 'blue']).default('green');
// @ts-expect-error the default of a flag is true or false
field.flag().default(1);
// @ts-expect-error the default of an object that is not null
field.group({ at: field.instant() }).default(null);

test('what does not compile fails here too where it can', () => {
  expect(promises).toBeFunction();
  // @ts-expect-error the table has no such column
  const other = record('thing', 'things', () => ({ title: field.text(name()) }), { sites: 'siteId' });
  expect(() => other.sites?.within).toThrow("'siteId'");
  const computed = { size: field.integer(integer(0, 9)), siteIds: field.computed(Type.Array(id()), () => []) };
  // @ts-expect-error a computed field has no column
  const listed = record('thing', 'things', () => computed, { sites: { list: 'siteIds' } });
  expect(() => listed.sites?.within).toThrow("'siteIds'");
});
