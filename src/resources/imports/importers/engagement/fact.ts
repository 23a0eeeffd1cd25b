import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { date, id, instant, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { exportedFactView, OWN_FACTS } from '../../../exports/engagement/ranks.ts';
import { recordFact } from '../../../facts/facts.ts';
import type { Fact } from '../../../facts/tables.ts';
import type { ImportReactions } from '../../../reactions.ts';
import { clientReference } from '../../shapes.ts';
import { utc } from '../dates.ts';
import { factColumns } from '../facts.ts';
import { importFamily } from '../family.ts';
import { idOf } from '../identity.ts';
import { clientOf, requireReach } from '../references.ts';

const ImportFact = object(() => ({
  id: optional(id()),
  ...clientReference,
  kind: oneOf(...OWN_FACTS),
  siteId: optional(id()),
  at: instant(),
  localDate: optional(date()),
  homeDate: optional(date()),
  value: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
}));

type Row = Static<typeof ImportFact>;

const BY_ID = `select * from "facts" where "id" = ? and "kind" in ('content_completed', 'watched_minutes')
  and "takenBackAt" is null`;
const BY_TIME = `select * from "facts" where "clientId" = ? and "kind" = ? and "at" = ? and "takenBackAt" is null`;

const find = (read: Read, row: Row, caller: Caller): Fact | undefined => {
  if (row.id !== undefined) return read.db.query<Fact, [string]>(BY_ID).get(row.id) ?? undefined;
  const client = clientOf(read, caller, row);
  return read.db.query<Fact, [string, string, string]>(BY_TIME).get(client.id, row.kind, utc(row.at)) ?? undefined;
};

const create = (tx: Tx, caller: Caller, row: Row, _raising: Tx, reactions: ImportReactions): string => {
  const client = clientOf(tx, caller, row);
  const { kind, siteId = client.homeLocationId, localDate, homeDate, value = 1 } = row;
  const at = utc(row.at);
  const day = at.slice(0, 10);
  const own = idOf(tx, row.id);
  const dates = { id: own, siteId, at, localDate: localDate ?? day, homeDate: homeDate ?? day };
  // Checks them all; dates that the row lacks are derived.
  factColumns(tx, caller, dates, '');
  if (kind === 'content_completed' && value !== 1) {
    throw invalidParam('value', 'A completion counts once. Leave the value out.', { reason: 'not_accepted' });
  }
  const given = defined({ localDate, homeDate });
  return recordFact(tx, reactions, { id: own, kind, clientId: client.id, siteId, at, value, ...given }).id;
};

/** What members did and no other record says, by id, or by the client, the kind and the instant. */
export const importFacts = importFamily(ImportFact, {
  rights: { create: ['updateClient', 'updateContentEntry'], update: ['updateClient', 'updateContentEntry'] },
  find,
  create,
  reach: (tx, caller, record) => requireReach(tx, caller, 'fact', record),
  shown: (_tx, record) => exportedFactView(record),
});
