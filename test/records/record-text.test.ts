import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import { flag, id, integer, line, listOfUpTo, name, notes, nullable, object } from '../../src/kernel/schemas.ts';
import * as field from '../../src/records/fields.ts';
import { column, isSet, joined, objectOf } from '../../src/records/formula.ts';
import { query, select } from '../../src/records/query.ts';
import { record } from '../../src/records/record.ts';
import { compileText } from '../../src/records/views.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { choicesOf } from '../helpers/seeded.ts';

const size = object({ seats: Type.Integer(), spare: nullable(Type.Integer()), region: Type.String() });

/** A made-up record with every kind of field that statements write as text. */
const fields = {
  title: field.text(name()),
  'it\'s "odd"': field.derived(flag()),
  about: field.text(notes()).nullable(),
  whole: field.formula(Type.String(), joined('title', 'region')),
  color: field.word(['red', 'green']).default('red'),
  siteId: field.id().optional(),
  locationId: field.formula(id(), column('siteId')),
  ownerId: field.id().nullable(),
  seats: field.integer(integer(-9, 9)),
  spare: field.integer(integer(0, 5)).nullable(),
  isOn: field.flag().default(true),
  isKnown: field.flag().nullable(),
  startsAt: field.instant(),
  endsAt: field.instant().nullable(),
  tags: field.list(listOfUpTo(5, name())),
  place: field.group({ city: field.text(name()), floor: field.integer(integer(0, 99)).default(1) }).nullable(),
  consent: field
    .group({ mail: field.flag().default(false), by: field.text(name()).default("100% o'clock") })
    .optional(),
  words: field.json(Type.Array(line(40))).shownAs(Type.Array(Type.String())),
  size: field.formula(size, objectOf({ seats: column('seats'), spare: column('spare'), region: column('region') })),
  hasSpare: field.formula(flag(), isSet('spare')),
  secret: field.text(Type.String()).internal(),
  ...field.integrationFields,
};
const Written = record('100%_thing', 'writtenThings', () => fields);

const TABLE = `create table writtenThings (
  id text primary key, title text not null, about text, color text not null, siteId text not null, ownerId text,
  seats integer not null, spare integer, isOn integer not null, isKnown integer, startsAt text not null, endsAt text,
  tags text, place text, consent text, words text not null, secret text not null, metadata text, externalId text,
  createdAt text not null, updatedAt text not null
) strict`;

const TEXTS = ['a', '"', '\\', "O'Neill", '%s %d %%', '\n\t\u0001\u007f', 'Zoë 😀', '\u2028', '{}', 'null', '</b>', ''];

test('a statement writes the same text of a record as its view', async () => {
  const { store } = openMadeUpStore(TABLE);
  const choices = choicesOf(7);
  const text = (): string => `${choices.of(TEXTS)}${choices.of(TEXTS)}`;
  const orNull = <Value>(value: Value): Value | null => (choices.once(2) ? null : value);
  const region = text();
  const rows = await store.write((tx) =>
    Array.from({ length: 300 }, (_, index) => {
      const body = {
        title: text(),
        about: orNull(text()),
        ownerId: orNull(tx.id()),
        color: choices.once(2) ? ('red' as const) : ('green' as const),
        seats: choices.below(19) - 9,
        spare: orNull(choices.below(5)),
        isOn: choices.once(2),
        isKnown: orNull(choices.once(2)),
        startsAt: tx.now,
        endsAt: orNull(tx.now),
        tags: choices.once(2) ? [] : [text()],
        place: orNull({ city: text() }),
        words: [text(), text()],
        externalId: orNull(`${text()}${index}`),
        metadata: choices.once(2) ? {} : { [`k${text()}`]: text() },
      };
      const consent = choices.once(2) ? null : '{"mail":true,"by":"me"}';
      const row = Written.make(tx, body, { siteId: tx.id(), consent, secret: 'hidden' });
      Written.rows.insert(tx, row);
      return row;
    }),
  );
  const { table } = Written;
  const views = rows.map((row) => JSON.stringify(Written.view({ ...row, region } as typeof row)));
  for (const hasConcat of [true, false]) {
    const json = compileText('100%_thing', 'writtenThings', fields, { region: sql`${region}` }, hasConcat);
    const texts = query<{ json: string }>(() => select.select({ json }).from(table).orderBy(table.id));
    expect(texts.all(store.view()).map((row) => row.json)).toEqual(views);
  }
});

test('a record with a field that no statement can write has no text', () => {
  const Real = record('real_thing', 'realThings', () => ({ share: field.real(Type.Number()) }));
  expect(() => Real.json()).toThrow("a statement cannot write 'share' as JSON text");
  const Computed = record('computed_thing', 'computedThings', () => ({ one: field.computed(Type.Integer(), () => 1) }));
  expect(() => Computed.json()).toThrow("a statement cannot compute 'one': make it a formula");
});
