import type { Read, Tx } from '../../database/database.ts';
import { longChange, unfinishedChanges } from '../../database/long-change.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { type BusinessCaller, type Caller, requireSite, staffIdOf } from '../../kernel/caller.ts';
import { allOf, invalidParam, missingResource, type Problem } from '../../kernel/problem.ts';
import { appendAudit } from '../../records/audit-log.ts';
import { unpack, unpackList } from '../../records/json.ts';
import { listedIds, listedTotal } from '../clients/listing/pages.ts';
import { type ClientFilterValues, resolved } from '../clients/listing/shapes.ts';
import { clientById } from '../clients/queries.ts';
import type { Reactions } from '../reactions.ts';
import { Site } from '../sites/record.ts';
import { type Act, applyTo, isOfSites, type Outcome, outcomeOf } from './apply.ts';
import { bookingsAhead } from './queries.ts';
import { type ChangeClientsBody, ClientChange, type ClientChangeRow, MOST_NAMED, MOST_TOTAL } from './record.ts';

interface Meant {
  readonly clientIds: readonly string[];
  readonly filters?: ClientFilterValues | undefined;
  readonly siteIds: readonly string[] | null;
}

/** @throws Problem 400 unless the body names clients in one way, and has what its act needs. */
const checkBody = ({ clientIds, filters, act, tags = [], status }: ChangeClientsBody): void => {
  const needsTags = act === 'add_tags' || act === 'remove_tags';
  allOf(
    () => {
      if ((clientIds === undefined) !== (filters === undefined)) return;
      throw invalidParam(
        'clientIds',
        "Send either 'clientIds' or 'filters'.",
        clientIds ? { reason: 'not_both' } : 'parameter_missing',
      );
    },
    () => {
      if (needsTags === tags.length > 0) return;
      throw needsTags
        ? invalidParam('tags', `The action '${act}' needs tags. Send them in 'tags'.`, 'parameter_missing')
        : invalidParam('tags', `The action '${act}' takes no tags. Leave out 'tags'.`, { reason: 'not_applicable' });
    },
    () => {
      if ((act === 'set_status') === (status !== undefined)) return;
      throw act === 'set_status'
        ? invalidParam('status', "The action 'set_status' needs a status. Send it in 'status'.", 'parameter_missing')
        : invalidParam('status', `The action '${act}' takes no status. Leave out 'status'.`, {
            reason: 'not_applicable',
          });
    },
  );
};

/** @throws Problem 400 `resource_missing` with each client that does not exist for the caller. */
const requireClients = (read: Read, { siteIds }: Caller, clientIds: readonly string[]): void => {
  const missing = clientIds.flatMap((id, index) => {
    const row = clientById(read, id);
    return row !== undefined && isOfSites(row, siteIds) ? [] : missingResource(`clientIds[${index}]`, 'client', id);
  });
  if (missing.length > 0)
    allOf(
      ...missing.map((problem: Problem) => () => {
        throw problem;
      }),
    );
};

/** Whom a body means, with instants for what it counts from now. @throws Problem 400, 403 for a site of others. */
const meantBy = (read: Read, caller: Caller, { clientIds, filters }: ChangeClientsBody): Meant => {
  const { siteIds } = caller;
  if (clientIds !== undefined) {
    requireClients(read, caller, clientIds);
    return { clientIds: clientIds.toSorted(), siteIds };
  }
  const site = filters?.homeSiteId;
  if (site !== undefined && Site.rows.find(read, site) !== undefined) requireSite(caller, site);
  return { clientIds: [], filters: resolved(filters ?? {}, read.now), siteIds };
};

const nextOf = (
  read: Read,
  { clientIds, filters, siteIds }: Meant,
  after: string,
  limit: number,
): readonly string[] => {
  if (filters !== undefined) return listedIds(read, { filters, siteIds }, after, limit);
  const start = clientIds.findIndex((id) => id > after);
  return start < 0 ? [] : clientIds.slice(start, start + limit);
};

const totalOf = (read: Read, { clientIds, filters, siteIds }: Meant) =>
  filters === undefined
    ? { count: clientIds.length, isCapped: false }
    : listedTotal(read, { filters, siteIds }, MOST_TOTAL);

interface Counts {
  readonly changed: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

const NOTHING: Counts = { changed: 0, unchanged: 0, skipped: [] };

const counted = (counts: Counts, outcome: Outcome): Counts => {
  if (outcome === 'changed' || outcome === 'unchanged') return { ...counts, [outcome]: counts[outcome] + 1 };
  const before = counts.skipped.find(({ reason }) => reason === outcome)?.count ?? 0;
  const others = counts.skipped.filter(({ reason }) => reason !== outcome);
  return { ...counts, skipped: [...others, { reason: outcome, count: before + 1 }] };
};

/** What a change would do, by the first thousand clients whom it is about. */
export const previewChange = (tx: Tx, caller: Caller, body: ChangeClientsBody) => {
  checkBody(body);
  const meant = meantBy(tx, caller, body);
  const { count, isCapped } = totalOf(tx, meant);
  const ids = nextOf(tx, meant, '', MOST_NAMED);
  let counts = NOTHING;
  for (const id of ids) counts = counted(counts, outcomeOf(clientById(tx, id), body));
  return {
    object: 'client_change_preview',
    total: count,
    isTotalCapped: isCapped,
    lookedAt: ids.length,
    ...counts,
    bookingsCancelled: body.act === 'archive' ? bookingsAhead(tx, ids) : null,
  };
};

/** What is left of a change: the clients after this one. */
interface Left extends Counts {
  readonly after: string;
}

const unfinishedClientChanges = unfinishedChanges<Left>('clientChange');

type ChangeReactions = Pick<Reactions, 'clientArchived' | 'clientChanged'>;

const meantByRow = (row: ClientChangeRow): Meant => {
  const filters = row.filters === null ? undefined : JSON.parse(row.filters);
  const clientIds = unpackList<string>(row.clientIds);
  return {
    clientIds,
    ...(clientIds.length === 0 ? { filters: filters ?? {} } : {}),
    // Of no site is not of all.
    siteIds: unpack<readonly string[]>(row.siteIds),
  };
};

const actOf = (row: ClientChangeRow): Act => ({
  act: row.act,
  tags: unpackList(row.tags),
  ...(row.clientStatus === null || row.clientStatus === 'archived' ? {} : { status: row.clientStatus }),
});

/** The credential that began a change, for the rules of clients: it may do what was checked then. */
const callerOf = ({ credentialId }: ClientChangeRow, { siteIds }: Meant): BusinessCaller => ({
  kind: 'business',
  credentialId,
  scopes: new Set(),
  siteIds,
  tier: 'unlimited',
});

/** A client who is archived has an entry of the audit log, like one who is archived by DELETE. */
const auditArchived = (tx: Tx, { id, staffId, credentialId }: ClientChangeRow, clientId: string): void =>
  appendAudit(tx, {
    type: 'changeClients',
    source: 'api',
    staffId,
    credentialId,
    actor: staffId ?? credentialId,
    recordType: 'client',
    recordId: clientId,
    clientId,
    after: JSON.stringify({ status: 'archived', clientChangeId: id }),
    requestId: tx.origin?.requestId ?? null,
  });

const packed = ({ changed, unchanged, skipped }: Counts) => ({
  changed,
  unchanged,
  skipped: skipped.length === 0 ? null : JSON.stringify(skipped),
});

const changing = (tx: Tx, id: string) => {
  const row = ClientChange.rows.find(tx, id);
  if (row === undefined) throw new Error(`the client change '${id}' does not exist`);
  const meant = meantByRow(row);
  return { row, meant, act: actOf(row), caller: callerOf(row, meant) };
};

/** Changes many clients, in several transactions where they take longer than one. */
export const clientChange = (reactions: ChangeReactions) =>
  longChange(unfinishedClientChanges, {
    shared: ({ tx, id }) => changing(tx, id),
    rows: ({ tx, state, shared }, limit) => nextOf(tx, shared.meant, state.after, limit),
    change({ tx, state, shared: { row, meant, act, caller } }, clientId) {
      const client = clientById(tx, clientId);
      const isThere = client !== undefined && isOfSites(client, meant.siteIds);
      const outcome = isThere ? applyTo(tx, caller, client, act, reactions) : 'resource_missing';
      if (outcome === 'changed' && act.act === 'archive') auditArchived(tx, row, clientId);
      return { ...counted(state, outcome), after: clientId };
    },
    settle({ tx, id, state }) {
      ClientChange.rows.update(tx, id, { ...packed(state), updatedAt: tx.now });
    },
    end({ tx, id }) {
      // Which clients were meant is forgotten: a search may have had a name.
      const done = { status: 'completed', completedAt: tx.now } as const;
      ClientChange.rows.update(tx, id, { ...done, clientIds: null, filters: null });
    },
  });

/** The operations whose rights an act needs. */
const NEEDED = {
  add_tags: ['updateClient'],
  remove_tags: ['updateClient'],
  set_status: ['updateClient'],
  archive: ['deleteClient'],
} as const;

/** @throws Problem 403 when the caller may not do the act to one client. */
export const requireAct = (requireOperation: RequireOperation, caller: Caller, { act }: ChangeClientsBody): void =>
  requireOperation(caller, NEEDED[act]);

/** Begins to change clients. @throws Problem 400, 403. */
export const changeClients = (
  tx: Tx,
  caller: Caller,
  body: ChangeClientsBody,
  reactions: ChangeReactions,
): ClientChangeRow => {
  checkBody(body);
  const meant = meantBy(tx, caller, body);
  const { count: total, isCapped } = totalOf(tx, meant);
  const row: ClientChangeRow = {
    ...ClientChange.initial(tx),
    act: body.act,
    tags: body.tags === undefined ? null : JSON.stringify(body.tags),
    clientStatus: body.status ?? null,
    clientIds: meant.filters === undefined ? JSON.stringify(meant.clientIds) : null,
    filters: meant.filters === undefined ? null : JSON.stringify(meant.filters),
    siteIds: caller.siteIds === null ? null : JSON.stringify(caller.siteIds),
    status: 'running',
    total,
    isTotalCapped: Number(isCapped),
    staffId: staffIdOf(caller),
    credentialId: caller.credentialId,
  };
  ClientChange.rows.insert(tx, row);
  clientChange(reactions).begin(tx, row.id, { ...NOTHING, after: '' });
  return ClientChange.rows.find(tx, row.id) ?? row;
};
