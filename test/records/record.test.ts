import { describe, expect, test } from 'bun:test';
import type { TObject } from '@sinclair/typebox';
import { validatorFor } from '../../src/http/validation.ts';
import { forEachTest } from '../helpers/api.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { EVERYTHING, Everything, GIVEN, LEAST, OTHER_SITE, type PatchBody, type Row, SITE } from './everything.ts';

const NOW = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-08T09:00:00.000Z';

const made = forEachTest(() => openMadeUpStore(EVERYTHING));

/** Stores a new record and reads it again. */
const create = async (body: object = {}, given: Partial<Row> = {}): Promise<Row> => {
  const id = await made.store.write((tx) => {
    const row = Everything.make(tx, { ...LEAST, ...body }, { ...GIVEN, ...given });
    Everything.rows.insert(tx, row);
    return row.id;
  });
  return find(id);
};
const find = (id: string): Row => Everything.find(made.store.view(), { siteIds: null }, id);
/** Changes a record as a PATCH does, and reads it again. */
const change = async (row: Row, body: PatchBody): Promise<Row> => {
  await made.store.write((tx) => Everything.rows.update(tx, row.id, Everything.columns(body, row)));
  return find(row.id);
};
const viewOf = (row: Row) => Everything.view({ ...row, regionName: 'North' });
const requiredOf = ({ required = [] }: TObject): string[] => required;

describe('the shape of', () => {
  test('an answer: every field that is not internal, with the formats but not the limits', () => {
    const { properties, title } = Everything.schema;
    expect([title, properties.object.const]).toEqual(['MadeThing', 'made_thing']);
    const names = Object.keys(properties);
    expect(names.slice(0, 4)).toEqual(['id', 'object', 'createdAt', 'updatedAt']);
    for (const hidden of ['notes', 'secret', 'digest']) expect(names).not.toContain(hidden);
    expect([properties.title.maxLength, properties.title.format]).toEqual([undefined, undefined]);
    expect([properties.code.maxLength, properties.opensOn.format, properties.opensAt.format]).toEqual([
      10,
      'date',
      'wall-time',
    ]);
    expect([properties.seats.maximum, properties.tags.maxItems]).toEqual([undefined, undefined]);
    expect(properties.spare.anyOf.map(({ type }) => type)).toEqual(['integer', 'null']);
    expect(requiredOf(Everything.schema)).toEqual(names.filter((name) => name !== 'owner'));
  });

  test('a create body: what callers send, and only the fields without a default are required', () => {
    const names = Object.keys(Everything.create.properties);
    const unsent = ['object', 'owner', 'seenAt', 'noteCount', 'region', 'mood', 'archivedAt', 'secret', 'digest'];
    expect(names.filter((name) => unsent.includes(name))).toEqual([]);
    expect(names).toContain('locationId');
    expect(requiredOf(Everything.create)).toEqual(['title', 'opensOn', 'seats', 'startsAt', 'words']);
    expect(Everything.create.title).toBe('CreateMadeThingRequest');
  });

  test('a PATCH body: the same fields, and none is required', () => {
    expect(Object.keys(Everything.patch.properties)).toEqual(Object.keys(Everything.create.properties));
    expect([requiredOf(Everything.patch), Everything.patch.title]).toEqual([[], 'UpdateMadeThingRequest']);
    expect(validatorFor(Everything.patch).isValid({})).toBe(true);
    expect(
      validatorFor(Everything.patch)
        .errors({ id: '1' })
        .map(({ code }) => code),
    ).toEqual(['parameter_unknown']);
  });

  test('a list, and the answer of a DELETE that archives', () => {
    expect([Everything.list.title, Everything.list.properties.data.items]).toEqual([
      'MadeThingList',
      Everything.schema,
    ]);
    expect(Object.keys(Everything.archived.properties)).toEqual(['id', 'object', 'deleted', 'archived', 'archivedAt']);
    expect(Everything.archived.title).toBe('DeletedMadeThing');
  });

  test('requests is narrower or wider than the shape of responses where the field says so', () => {
    const { isValid } = validatorFor(Everything.create);
    expect([isValid({ ...LEAST, state: 'open' }), isValid({ ...LEAST, state: 'closed' })]).toEqual([true, false]);
    expect([isValid({ ...LEAST, aliases: null }), isValid({ ...LEAST, tags: null })]).toEqual([true, false]);
    expect(isValid({ ...LEAST, metadata: { gone: null } })).toBe(true);
    expect(Everything.schema.properties.state.anyOf.map((word) => word.const)).toEqual(['draft', 'open', 'closed']);
    expect(validatorFor(Everything.schema.properties.metadata).isValid({ gone: null })).toBe(false);
  });
});

describe('a new row', () => {
  test('has an id, the time of the transaction, and the defaults', async () => {
    const row = await create();
    expect(row).toMatchObject({ createdAt: NOW, updatedAt: NOW, opensAt: '09:00', color: 'red', state: 'draft' });
    expect([row.share, row.isOn, row.isKnown, row.tags, row.labels, row.metadata]).toEqual([
      0.5,
      1,
      null,
      null,
      null,
      null,
    ]);
    expect(viewOf(row)).toEqual({
      ...LEAST,
      id: row.id,
      object: 'made_thing',
      createdAt: NOW,
      updatedAt: NOW,
      about: null,
      code: 'A1',
      opensAt: '09:00',
      color: 'red',
      state: 'draft',
      siteId: SITE,
      locationId: SITE,
      ownerId: null,
      spare: null,
      share: 0.5,
      isOn: true,
      isKnown: null,
      endsAt: null,
      seenAt: null,
      tags: [],
      aliases: [],
      steps: [],
      place: null,
      consent: { mail: false, at: null },
      price: null,
      labels: {},
      noteCount: 0,
      region: 'First in North',
      archivedAt: null,
      metadata: {},
      externalId: null,
    });
  });

  test('takes the columns of the creating code over the defaults, and the body over both', async () => {
    const row = await create({ color: 'blue', code: 'B2' }, { color: 'green', opensAt: '10:00', seenAt: LATER });
    expect([row.color, row.code, row.opensAt, row.seenAt]).toEqual(['blue', 'B2', '10:00', LATER]);
  });

  test('ignores fields of a body that no caller may set', async () => {
    const row = await create({
      secret: 'mine',
      seenAt: LATER,
      archivedAt: LATER,
      locationId: OTHER_SITE,
      mood: 'busy',
    });
    expect([row.secret, row.seenAt, row.archivedAt, row.siteId]).toEqual(['hidden', null, null, SITE]);
  });

  test('has the id of the creating code when that gives one', async () => {
    expect((await create({}, { id: OTHER_SITE })).id).toBe(OTHER_SITE);
  });

  test('does not share its defaults with the next one', async () => {
    const first = viewOf(await create());
    first.consent.mail = true;
    first.tags.push('changed');
    expect(viewOf(await create())).toMatchObject({ tags: [], consent: { mail: false } });
  });
});

describe('a PATCH', () => {
  test('leaves out what it does not name, and clears what it sends as null', async () => {
    const row = await create({
      about: 'Old',
      spare: 2,
      isKnown: true,
      endsAt: LATER,
      price: { amount: 5, currency: 'EUR' },
    });
    expect(Everything.columns({}, row)).toEqual({});
    expect(Everything.columns({ title: undefined, about: 'New' }, row)).toEqual({ about: 'New' });
    const cleared = await change(row, { about: null, spare: null, isKnown: null, endsAt: null, price: null });
    expect(cleared).toEqual({ ...row, about: null, spare: null, isKnown: null, endsAt: null, price: null });
  });

  test('replaces lists as a whole, with the defaults of their items, and merges objects', async () => {
    const row = await create({
      steps: [{ id: 's1', name: 'Start', isDone: true }],
      place: { city: 'Rome', floor: 3 },
      labels: { size: { width: 1 } },
    });
    const changed = viewOf(await change(row, { steps: [{ name: 'Next' }], place: { city: 'Oslo' }, labels: { b: 2 } }));
    expect(changed.steps).toEqual([{ name: 'Next', isDone: false, doneAt: null, spans: [] }] as never);
    expect(changed.place).toEqual({ city: 'Oslo', floor: 3, builtAt: null, door: null });
    expect(viewOf(await change(row, { place: { city: 'Bern', floor: null } })).place?.floor).toBeNull();
    expect(changed.labels).toEqual({ size: { width: 1 }, b: 2 });
  });

  test('stores an empty list or object as NULL and answers it as empty', async () => {
    const row = await create({ tags: ['a'], labels: { a: 1 }, steps: [{ name: 'Start' }] });
    const empty = await change(row, { tags: [], labels: { a: null }, steps: [], aliases: null });
    expect([empty.tags, empty.labels, empty.steps, empty.aliases]).toEqual([null, null, null, null]);
    expect(viewOf(empty)).toMatchObject({ tags: [], labels: {}, steps: [], aliases: [] });
  });

  test('merges metadata into what is stored, and null deletes a key', async () => {
    const row = await create({ metadata: { a: '1', b: '2', gone: null } });
    expect(viewOf(row).metadata).toEqual({ a: '1', b: '2' });
    const merged = await change(row, { metadata: { b: '3', a: null, c: '', none: null } });
    expect(viewOf(merged).metadata).toEqual({ b: '3', c: '' });
    expect(viewOf(await change(merged, { metadata: {} })).metadata).toEqual({ b: '3', c: '' });
    const none = await change(merged, { metadata: { b: null, c: null } });
    expect([none.metadata, viewOf(none).metadata]).toEqual([null, {}]);
  });

  test('400 metadata with more than 50 pairs after the merge', async () => {
    const pairs = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']));
    const row = await create({ metadata: pairs(0, 50) });
    expect(() => Everything.columns({ metadata: { more: 'x' } }, row)).toThrow('at most 50 pairs');
    expect(() => Everything.columns({ metadata: { more: 'x', k0: null } }, row)).not.toThrow();
  });
});

describe('instants are stored in UTC', () => {
  const OFFSET = '2026-03-08T10:00:00+01:00';
  test('in a column of their own', async () => {
    const row = await create({ startsAt: OFFSET, endsAt: '2026-03-08t09:00:00.5z' });
    expect([row.startsAt, row.endsAt]).toEqual([LATER, '2026-03-08T09:00:00.500Z']);
  });

  test('inside objects and lists, however deep', async () => {
    const row = await create({
      steps: [{ name: 'Start', doneAt: OFFSET, spans: [{ from: OFFSET }, { from: OFFSET, to: OFFSET }] }],
      place: { city: 'Rome', builtAt: OFFSET, door: { code: '1234', setAt: OFFSET } },
      consent: { at: OFFSET },
    });
    expect(JSON.stringify([row.steps, row.place, row.consent])).not.toContain('+01:00');
    const { steps, place, consent } = viewOf(row);
    expect(steps[0]?.doneAt).toBe(LATER);
    expect(steps[0]?.spans).toEqual([
      { from: LATER, to: null },
      { from: LATER, to: LATER },
    ]);
    expect([place?.builtAt, place?.door?.setAt, consent]).toEqual([LATER, LATER, { mail: false, at: LATER }]);
  });

  test('and text that looks like one stays as it was sent', async () => {
    const row = await create({ title: OFFSET, labels: { at: OFFSET }, words: [OFFSET], metadata: { at: OFFSET } });
    expect(viewOf(row)).toMatchObject({
      title: OFFSET,
      labels: { at: OFFSET },
      words: [OFFSET],
      metadata: { at: OFFSET },
    });
  });
});
