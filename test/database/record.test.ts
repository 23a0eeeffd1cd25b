import { Database } from 'bun:sqlite';
import { beforeEach, describe, expect, test } from 'bun:test';
import * as field from '../../src/database/fields.ts';
import { record } from '../../src/database/record.ts';
import { Store } from '../../src/database/store.ts';
import { checked } from '../../src/http/validation.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { count, integer, line, listOfUpTo, part } from '../../src/kernel/schemas.ts';
import { Timeline } from '../../src/kernel/timer.ts';

const Gadget = record('test_gadget', 'gadgets', {
  name: field.text(line(10)),
  note: field.text(line(10)).nullable(),
  size: field.word(['small', 'large']).default('small'),
  isNew: field.flag().default(true),
  weight: field.integer(integer(0, 100)).optional(),
  madeAt: field.instant().nullable(),
  tags: field.list(listOfUpTo(3, line(10))),
  parts: field.listOf(3, { name: field.text(line(10)), amount: field.integer(count()).default(1) }),
  owner: field.group({ name: field.text(line(10)).nullable(), phone: field.text(line(10)).nullable() }).nullable(),
  limits: field.object(part({ most: count() })).nullable(),
  codes: field.json(listOfUpTo(3, line(10))).default([]),
  total: field.integer(count()).readOnly(),
  secret: field.text(line(10)).internal(),
  label: field.computed(line(30), (row: { name: string; size: string }) => `${row.size} ${row.name}`),
  ...field.integrationFields,
});
const NOW = Date.UTC(2026, 2, 2, 8);
const GIVEN = { weight: 5, total: 0, secret: 's' };

let store: Store;
beforeEach(() => {
  const db = new Database(':memory:', { strict: true });
  db.run(
    `create table gadgets (id text primary key, name text not null, note text, size text not null, isNew integer not null,
     weight integer not null, madeAt text, tags text, parts text, owner text, limits text, codes text not null,
     total integer not null, secret text not null, metadata text, externalId text, createdAt text not null,
     updatedAt text not null)`,
  );
  const clock = new Timeline(NOW);
  store = new Store(db, clock, createIds(clock, systemRandom()));
});

const stored = (body: Parameters<typeof Gadget.make>[1]) =>
  store.write((tx) => {
    const row = Gadget.make(tx, body, GIVEN);
    Gadget.rows.insert(tx, row);
    return Gadget.find(tx, { siteIds: null }, row.id);
  });

describe('a record', () => {
  test('has its defaults, and a view without internal columns', async () => {
    const row = await stored({ name: 'lamp' });
    expect(Gadget.view(row)).toEqual({
      id: row.id,
      object: 'test_gadget',
      name: 'lamp',
      note: null,
      size: 'small',
      isNew: true,
      weight: 5,
      madeAt: null,
      tags: [],
      parts: [],
      owner: null,
      limits: null,
      codes: [],
      total: 0,
      label: 'small lamp',
      metadata: {},
      externalId: null,
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect([row.tags, row.parts, row.owner, row.metadata, row.codes]).toEqual([null, null, null, null, '[]']);
  });

  test('encodes what a body sends, and fills in what it leaves out of objects', async () => {
    const row = await stored({
      name: 'lamp',
      isNew: false,
      weight: 7,
      madeAt: '2026-01-01T01:00:00+01:00',
      tags: ['a'],
      parts: [{ name: 'bulb' }],
      owner: { name: 'Ada' },
      limits: { most: 2 },
      codes: ['x'],
      metadata: { key: 'value' },
    });
    expect([row.isNew, row.weight, row.madeAt]).toEqual([0, 7, '2026-01-01T00:00:00.000Z']);
    expect(Gadget.view(row)).toMatchObject({
      isNew: false,
      tags: ['a'],
      parts: [{ name: 'bulb', amount: 1 }],
      owner: { name: 'Ada', phone: null },
      limits: { most: 2 },
      codes: ['x'],
      metadata: { key: 'value' },
    });
  });

  test('changes only the columns that a body has, and merges metadata', async () => {
    const row = await stored({ name: 'lamp', note: 'old', metadata: { a: '1', b: '2' } });
    expect(Gadget.columns({}, row)).toEqual({});
    expect(Gadget.columns({ name: undefined, note: null }, row)).toEqual({ note: null });
    expect(Gadget.columns({ metadata: { a: null, c: '3' } }, row)).toEqual({ metadata: '{"b":"2","c":"3"}' });
  });

  test('404 names it by its object', () => {
    const read = store.view();
    expect(() => Gadget.find(read, { siteIds: null }, 'x')).toThrow("There is no test gadget with the id 'x'.");
  });
});

describe('the shapes of a record', () => {
  test('the create body requires the fields without a default or a value from code', () => {
    expect(Gadget.create).toMatchObject({ title: 'CreateTestGadgetRequest', required: ['name'] });
    const paramsOf = (body: object) =>
      checked(Gadget.create)
        .problems(body)
        .map(({ param }) => param);
    expect(paramsOf({ name: 'lamp' })).toEqual([]);
    expect(paramsOf({ name: 'x'.repeat(11), total: 1, secret: 's', label: 'l' }).sort()).toEqual([
      ...['label', 'name', 'secret', 'total'],
    ]);
  });

  test('the PATCH body requires nothing', () => {
    expect(Gadget.patch).toMatchObject({ title: 'UpdateTestGadgetRequest' });
    expect(checked(Gadget.patch).fits({})).toBe(true);
  });

  test('responses have no limits, since stored values may be older than a limit', () => {
    expect(Gadget.schema.title).toBe('TestGadget');
    expect(Gadget.schema.properties.name).not.toHaveProperty('maxLength');
    expect(Object.keys(Gadget.schema.properties)).not.toContain('secret');
  });
});
