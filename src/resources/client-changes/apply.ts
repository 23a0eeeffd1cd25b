import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { unpackList } from '../../records/json.ts';
import { archiveClient, updateClient } from '../clients/clients.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import type { UpdateClientBody } from '../clients/shapes.ts';
import type { Reactions } from '../reactions.ts';
import type { ChangeClientsBody, SkipReason } from './record.ts';

export type Act = Pick<ChangeClientsBody, 'act' | 'tags' | 'status'>;

export type Outcome = 'changed' | 'unchanged' | SkipReason;

const MOST_TAGS = 50;

const tagsAfter = (row: ClientRecord, { act, tags = [] }: Act): string[] => {
  const own = unpackList<string>(row.tags);
  if (act === 'remove_tags') return own.filter((tag) => !tags.includes(tag));
  return [...new Set([...own, ...tags])];
};

/** What an act makes of a client: the fields to change; undefined for none. */
const changeOf = (row: ClientRecord, act: Act): UpdateClientBody | SkipReason | undefined => {
  if (row.archivedAt !== null) return act.act === 'archive' ? undefined : 'client_archived';
  if (act.act === 'set_status')
    return act.status === undefined || act.status === row.status ? undefined : { status: act.status };
  const tags = tagsAfter(row, act);
  if (tags.length > MOST_TAGS) return 'too_many_tags';
  return Bun.deepEquals(tags, unpackList(row.tags)) ? undefined : { tags };
};

export const outcomeOf = (row: ClientRecord | undefined, act: Act): Outcome => {
  if (row === undefined) return 'resource_missing';
  if (act.act === 'archive') return row.archivedAt === null ? 'changed' : 'unchanged';
  const change = changeOf(row, act);
  return typeof change === 'string' ? change : change === undefined ? 'unchanged' : 'changed';
};

export const applyTo = (
  tx: Tx,
  caller: Caller,
  row: ClientRecord,
  act: Act,
  reactions: Pick<Reactions, 'clientArchived' | 'clientChanged'>,
): Outcome => {
  const outcome = outcomeOf(row, act);
  if (outcome !== 'changed') return outcome;
  if (act.act === 'archive') archiveClient(tx, row, reactions);
  else {
    const change = changeOf(row, act);
    if (typeof change === 'object') updateClient(tx, caller, row, change, reactions);
  }
  return outcome;
};

export const isOfSites = (row: ClientRecord, siteIds: readonly string[] | null): boolean =>
  Client.canAccess({ siteIds }, row);
