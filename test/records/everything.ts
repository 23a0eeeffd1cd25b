import { Type } from '@sinclair/typebox';
import {
  date,
  id,
  instant,
  integer,
  line,
  listOfUpTo,
  money,
  name,
  notes,
  nullable,
  object,
  oneOf,
  type Static,
  wallTime,
} from '../../src/kernel/schemas.ts';
import * as field from '../../src/records/fields.ts';
import { unpackList } from '../../src/records/json.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../src/records/record.ts';

export const COLORS = ['red', 'green', 'blue'] as const;
const note = object({ text: Type.String(), at: instant() });
const labels = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 5 });

/** A made-up record with every kind of field, and every form of each that some family uses. */
export const Everything = record(
  'made_thing',
  'madeThings',
  () => ({
    title: field.text(name()),
    about: field.text(notes()).nullable(),
    code: field.text(line(10)).shownAs(line(10)).optional(),
    opensOn: field.text(date()),
    opensAt: field.text(wallTime()).default('09:00'),
    color: field.word(COLORS).default('red'),
    state: field.word(['draft', 'open', 'closed']).sentAs(oneOf('draft', 'open')).default('draft'),
    siteId: field.id().optional(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId).sentAs(id()),
    ownerId: field.id().nullable(),
    owner: field.related(nullable(object({ id: id() }))),
    seats: field.integer(integer(1, 10)),
    spare: field.integer(integer(0, 5)).shownAs(integer(0, 5)).nullable(),
    share: field.real(Type.Number({ minimum: 0, maximum: 1 })).default(0.5),
    isOn: field.flag().default(true),
    isKnown: field.flag().nullable(),
    startsAt: field.instant(),
    endsAt: field.instant().nullable(),
    seenAt: field.instant().nullable().readOnly(),
    tags: field.list(listOfUpTo(5, name())),
    aliases: field.list(listOfUpTo(5, name())).sentAs(nullable(listOfUpTo(5, name()))),
    steps: field.listOf(3, {
      id: field.text(line(10)).optional(),
      name: field.text(name()),
      isDone: field.flag().default(false),
      doneAt: field.instant().nullable(),
      spans: field.listOf(2, { from: field.instant(), to: field.instant().nullable() }),
    }),
    place: field
      .group({
        city: field.text(name()),
        floor: field.integer(integer(0, 99)).nullable().default(1),
        builtAt: field.instant().nullable(),
        door: field.group({ code: field.text(line(4)), setAt: field.instant() }).nullable(),
      })
      .nullable(),
    consent: field.group({ mail: field.flag().default(false), at: field.instant().nullable() }).optional(),
    price: field.object(money()).nullable(),
    labels: field.object(labels).shownAs(Type.Record(Type.String(), Type.Unknown())).default({}),
    words: field.json(Type.Array(line(40), { minItems: 1 })).shownAs(Type.Array(Type.String())),
    notes: field.list(listOfUpTo(2, note)).internal(),
    noteCount: field.computed(
      Type.Integer(),
      (row: { notes: string | null }) => unpackList<Static<typeof note>>(row.notes).length,
    ),
    region: field.computed(Type.String(), ({ title, regionName }: { title: string; regionName: string }) => {
      return `${title} in ${regionName}`;
    }),
    mood: field.derived(oneOf('calm', 'busy')),
    rule: field
      .object(object({ days: Type.Array(Type.Integer()), every: Type.Optional(Type.Integer()) }))
      .replaced()
      .nullable()
      .derivedAs(nullable(object({ days: Type.Array(Type.Integer()), text: Type.String() }))),
    secret: field.text(Type.String()).internal(),
    digest: field.bytes(),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

/** Its table, as a migration would create it. */
export const EVERYTHING = `create table madeThings (
  id text primary key, title text not null, about text, code text not null, opensOn text not null,
  opensAt text not null, color text not null, state text not null, siteId text not null, ownerId text,
  seats integer not null, spare integer, share real not null, isOn integer not null, isKnown integer,
  startsAt text not null, endsAt text, seenAt text, tags text, aliases text, steps text, place text, consent text,
  price text, labels text, words text not null, notes text, rule text, secret text not null, digest blob not null,
  archivedAt text, metadata text, externalId text, createdAt text not null, updatedAt text not null
) strict, without rowid`;

export type Row = RowOf<typeof Everything>;
export type CreateBody = CreateOf<typeof Everything>;
export type PatchBody = PatchOf<typeof Everything>;

export const SITE = '01950000-0000-7000-8000-000000000001';
export const OTHER_SITE = '01950000-0000-7000-8000-000000000002';

/** The columns that the creating code sets. */
export const GIVEN = {
  code: 'A1',
  siteId: SITE,
  consent: null,
  secret: 'hidden',
  digest: new Uint8Array([1, 2, 3]),
} as const;

/** The body with the required fields only. */
export const LEAST: CreateBody = {
  title: 'First',
  opensOn: '2026-03-08',
  seats: 3,
  startsAt: '2026-03-08T09:00:00.000Z',
  place: null,
  words: ['one'],
};
