import { readOnce } from '../database/committed-view.ts';
import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { LEGACY_CHECK_IN } from '../events/legacy-check-in.ts';
import { eventFamilies, rightsToRead } from '../events/rights.ts';
import { type Caller, canAccessSite, hasRights } from '../kernel/caller.ts';
import { appendAudit } from '../records/audit-log.ts';
import { pack, unpackList } from '../records/json.ts';
import { textsOf } from '../records/query.ts';
import { jobDeletion } from './jobs.ts';
import { type DisabledReason, siteOfEndpoint, WebhookEndpoint, type WebhookEndpointRow } from './record.ts';

export type OwnerColumns = Pick<WebhookEndpointRow, 'credentialId' | 'credentialScopes'>;

/** Finds what a credential may do now, or why it may do nothing. */
type FindOwner = (
  read: Read,
  owner: OwnerColumns,
) => Caller | 'creator_unknown' | 'creator_revoked' | 'creator_expired';

/** The patterns that stand for all events which `*` matches. */
const FAMILIES = eventFamilies
  .filter((family) => family !== LEGACY_CHECK_IN)
  .map((family) => (family === 'ping' ? family : `${family}.*`));

type Subscribed = Pick<WebhookEndpointRow, 'eventTypes' | 'locationScope' | 'locationIds'>;

type Withheld = Pick<WebhookEndpointRow, 'withheldEventTypes' | 'withheldLocationIds'>;

/** The event types and families that an endpoint is subscribed to, each of one right. */
const patternsOf = ({ eventTypes }: Subscribed): string[] =>
  unpackList<string>(eventTypes).flatMap((pattern) => (pattern === '*' ? FAMILIES : [pattern]));

const SITES = 'select "id" from "sites" order by "id"';

const locationsOf = (read: Read, { locationScope, locationIds }: Subscribed): string[] =>
  locationScope === 'selected' ? unpackList<string>(locationIds) : textsOf(read, SITES);

export const readableOf = (endpoint: Subscribed, caller: Caller): string[] =>
  patternsOf(endpoint).filter((pattern) => hasRights(caller, rightsToRead(pattern)));

export const withheldFrom = (read: Read, endpoint: Subscribed, caller: Caller): Withheld => ({
  withheldEventTypes: pack([
    ...new Set(patternsOf(endpoint).filter((pattern) => !hasRights(caller, rightsToRead(pattern)))),
  ]),
  withheldLocationIds:
    caller.siteIds === null ? null : pack(locationsOf(read, endpoint).filter((id) => !canAccessSite(caller, id))),
});

const LIVE = `select * from webhookEndpoints where status <> 'disabled' order by id`;

type Change = Partial<WebhookEndpointRow>;

/** @param brandSiteId the brand's default site, which events about an endpoint name when it is in the endpoint's scope. */
export const createEndpointOwners = (findOwner: FindOwner, brandSiteId: (read: Read) => string) => {
  const find = (read: Read, owner: OwnerColumns): Caller | DisabledReason => {
    const { credentialId, credentialScopes } = owner;
    const found = readOnce(read, `owner ${credentialId} ${credentialScopes}`, () => findOwner(read, owner));
    if (typeof found === 'string') return found;
    return hasRights(found, rightsToRead('webhook.*')) ? found : 'creator_not_permitted';
  };

  const changeOf = (read: Read, row: WebhookEndpointRow): Change | undefined => {
    const owner = find(read, row);
    if (typeof owner === 'string') return { status: 'disabled', disabledReason: owner };
    const withheld = withheldFrom(read, row, owner);
    const isSame =
      withheld.withheldEventTypes === row.withheldEventTypes &&
      withheld.withheldLocationIds === row.withheldLocationIds;
    return isSame ? undefined : withheld;
  };

  const apply = (tx: Tx, row: WebhookEndpointRow, change: Change): void => {
    const isDisabled = change.status === 'disabled';
    const next = { ...row, ...change, ...(isDisabled ? { disabledAt: tx.now } : {}), updatedAt: tx.now };
    WebhookEndpoint.rows.update(tx, row.id, next);
    const [before, after] = [row, next].map((each) => {
      const { status, disabledReason, withheldEventTypes, withheldLocationIds } = WebhookEndpoint.view(each);
      return JSON.stringify(isDisabled ? { status, disabledReason } : { withheldEventTypes, withheldLocationIds });
    });
    const siteId = siteOfEndpoint(row, brandSiteId(tx));
    appendAudit(tx, {
      type: isDisabled ? 'webhook creator lost' : 'webhook creator changed',
      source: 'job',
      actor: tx.origin?.actor ?? null,
      requestId: tx.origin?.requestId ?? null,
      recordType: 'webhook_endpoint',
      recordId: row.id,
      before: before ?? null,
      after: after ?? null,
      siteId: row.locationScope === 'all' ? null : siteId,
    });
    if (isDisabled) {
      tx.raise('webhook.disabled', siteId, {
        webhookId: row.id,
        name: row.name,
        consecutiveFailures: row.consecutiveFailures,
      });
      jobDeletion.begin(tx, row.id, {});
    }
    tx.cached.clear();
  };

  const enforceIn = (tx: Tx): void => {
    for (const row of tx.db.query<WebhookEndpointRow, []>(LIVE).all()) {
      const change = changeOf(tx, row);
      if (change !== undefined) apply(tx, row, change);
    }
  };

  return {
    /** What the owner of an endpoint may do now, or why the endpoint gets nothing. */
    find,
    /** Whether an endpoint may get an event: its owner may read it now. A `ping` reveals nothing. */
    mayReceive(read: Read, owner: OwnerColumns, { type, siteId }: { readonly type: string; readonly siteId: string }) {
      if (type === 'ping') return true;
      const caller = find(read, owner);
      return typeof caller !== 'string' && canAccessSite(caller, siteId) && hasRights(caller, rightsToRead(type));
    },
    /** Whether `enforce` would change nothing at the time of a read. */
    isEnforced: (read: Read): boolean =>
      read.db
        .query<WebhookEndpointRow, []>(LIVE)
        .all()
        .every((row) => changeOf(read, row) === undefined),
    /** Disables or narrows the endpoints whose owners have lost something, with an entry in the audit log for each. */
    async enforce(store: Store) {
      const read = store.view();
      const live = read.db.query<WebhookEndpointRow, []>(LIVE).all();
      if (live.some((row) => changeOf(read, row) !== undefined)) await store.write<void>(enforceIn);
    },
    /** The same in the transaction of a change. */
    enforceIn,
  };
};

export type EndpointOwners = ReturnType<typeof createEndpointOwners>;
