import type { RaiseListener } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Reactions } from '../reactions.ts';
import { updateClient } from './clients.ts';
import { clientById } from './queries.ts';

/** What makes a client of someone who was only interested. */
const FIRST_STEPS: ReadonlySet<string> = new Set(['package.purchased', 'booking.created']);

const BY_ITSELF: Caller = {
  credentialId: 'first booking or package',
  kind: 'business',
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
};

/** Whom a member brings is still only interested. */
const OF_GUEST = '"bookingSource":"GUEST"';

const LEAD = `select 1 from "clients" where "id" = ? and "status" = 'lead'`;

/** Makes a lead active with the first package or booking, in its transaction (member-page.md "Signing in"). */
export const activateLeads =
  (reactions: Pick<Reactions, 'clientChanged'>): RaiseListener =>
  (tx, { type, clientId, body }) => {
    if (clientId === null || !FIRST_STEPS.has(type) || body.includes(OF_GUEST)) return;
    if (tx.db.query(LEAD).get(clientId) === null) return;
    const client = clientById(tx, clientId);
    if (client !== undefined) updateClient(tx, BY_ITSELF, client, { status: 'active' }, reactions);
  };
