import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Store } from '../../../../src/database/store.ts';
import { businessOperations } from '../../../../src/http/operations/declare.ts';
import type { Operation } from '../../../../src/http/operations/operation.ts';
import { listOfUpTo, name, object, optional, shape } from '../../../../src/kernel/schemas.ts';
import * as field from '../../../../src/records/fields.ts';
import { record } from '../../../../src/records/record.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { OTHER_SITE, openOperations, SITE } from '../set-up.ts';

const fields = {
  text: field.text(name()),
  /** Where it was written, whatever its sites are. */
  siteId: field.id(),
  readAtIds: field.list(listOfUpTo(9, Type.String({ format: 'uuid' }))),
  keptAtId: field.id().internal(),
};
const OfList = record('listed_paper', 'papers', () => fields, { sites: { list: 'readAtIds' } });
const OfAll = record('strict_paper', 'papers', () => fields, { sites: { list: 'readAtIds', needs: 'all' } });
const Kept = record('kept_paper', 'papers', () => fields, { sites: 'keptAtId' });
const OfBrand = record('brand_paper', 'papers', () => fields);
const KINDS = { list: OfList, all: OfAll, kept: Kept, brand: OfBrand } as const;

const PAPERS = `create table papers (id text primary key, text text not null, siteId text not null, readAtIds text,
  keptAtId text not null, createdAt text not null, updatedAt text not null)`;

const Rules = shape('Rules', () => ({ object: Type.Literal('rules'), siteId: optional(Type.String()), text: name() }));
const Part = shape('Part', () => ({ object: Type.Literal('part'), id: Type.String() }));
const staff = { staff: 'content:manage' } as const;
const rules = { siteId: SITE, text: 'Quiet' };

const papers = (kind: keyof typeof KINDS): readonly Operation[] => {
  const Paper = KINDS[kind];
  const reads = `get ${kind}`;
  return businessOperations({ tag: 'Papers', audited: true, reads }, 'content', ({ read, write }) => [
    read(
      `GET /v2/papers/${kind}/:id`,
      reads,
      { ...staff, on: Paper, response: Paper.schema, summary: 'Read' },
      (_, row) => Paper.view(row.record),
    ),
    write(
      `POST /v2/papers/${kind}`,
      `create ${kind}`,
      { ...staff, sites: 'named', summary: 'Create', status: 201, body: Paper.create, response: Paper.schema },
      (tx, { body }) => {
        const made = Paper.make(tx, body, { keptAtId: OTHER_SITE });
        Paper.rows.insert(tx, made);
        return Paper.view(made);
      },
    ),
    write(
      `DELETE /v2/papers/${kind}/:id`,
      `delete ${kind}`,
      { ...staff, on: Paper, summary: 'Delete', response: object({}) },
      (tx, { id }) => {
        tx.db.query('delete from papers where id = ?').run(id);
        return {};
      },
    ),
    write(
      `POST /v2/papers/${kind}/:id/parts`,
      `add part ${kind}`,
      {
        ...staff,
        on: Paper,
        summary: 'Add a part',
        status: 201,
        response: Part,
        reads: (_read, _id, id) => ({ object: 'part', id }),
        readsWhole: reads,
      },
      () => ({ object: 'part', id: 'part-1' }),
    ),
  ]);
};

const rulesOperations = (): readonly Operation[] =>
  businessOperations({ tag: 'Rules', audited: true, reads: 'get rules' }, 'content', ({ read, write }) => [
    read('GET /v2/rules', 'get rules', { ...staff, sites: 'named', response: Rules, summary: 'Read' }, () => ({
      object: 'rules',
      ...rules,
    })),
    write('PUT /v2/rules', 'set rules', { ...staff, sites: 'named', response: Rules, summary: 'Set' }, () => ({
      object: 'rules',
      ...rules,
    })),
  ]);

const declare = (_store: Store): readonly Operation[] => [
  ...papers('list'),
  ...papers('all'),
  ...papers('kept'),
  ...papers('brand'),
  ...rulesOperations(),
];

const api = forEachTest(() => {
  const opened = openOperations(declare);
  opened.db.run(PAPERS);
  return opened;
});

/** What the newest entry of the audit log says. */
const newest = (): Record<string, string | null> =>
  api.db.query('select type, recordType, siteId from auditLog order by number desc').get() as never;

/** Creates a paper, adds a part to it and deletes it: the sites of the three entries. */
const sitesOfEntries = async (kind: keyof typeof KINDS, readAtIds: readonly string[]): Promise<unknown[]> => {
  const sites: unknown[] = [];
  const add = (status: number, expected: number): void => {
    expect(status).toBe(expected);
    sites.push(newest().siteId);
  };
  const { status, body } = await api.post(`/v2/papers/${kind}`, { text: 'News', siteId: SITE, readAtIds });
  add(status, 201);
  expect(newest()).toMatchObject({ type: `create ${kind}`, recordType: KINDS[kind].object });
  add((await api.post(`/v2/papers/${kind}/${body.id}/parts`, {})).status, 201);
  add((await api.send('DELETE', `/v2/papers/${kind}/${body.id}`)).status, 200);
  return sites;
};

describe('the site of an entry of the audit log is the one that the record declares,', () => {
  test.each([
    ['a list with one site, and not the field siteId', 'list', [OTHER_SITE], OTHER_SITE],
    ['none for a list with several', 'list', [SITE, OTHER_SITE], null],
    ['none for an empty list, which means every site', 'list', [], null],
    ['the same of a list all of whose sites are needed', 'all', [OTHER_SITE], OTHER_SITE],
    ['a column that no response shows', 'kept', [SITE], OTHER_SITE],
    ['none for a record of the brand, whatever its fields are', 'brand', [SITE], null],
  ] as const)('%s', async (_, kind, readAtIds, site) => {
    expect(await sitesOfEntries(kind, readAtIds)).toEqual([site, site, site]);
  });

  test('and of what no record declares the one that its siteId names', async () => {
    expect((await api.send('PUT', '/v2/rules', {})).status).toBe(200);
    expect(newest()).toEqual({ type: 'set rules', recordType: 'rules', siteId: SITE });
  });
});
