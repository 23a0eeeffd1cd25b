import { type Expansion, loadWith } from '../../http/expansions.ts';
import { findClients } from './queries.ts';
import { Client } from './record.ts';

/**
 * Includes the client that `from` points to.
 * @param siteIds the sites of a restricted caller; clients of other homes stay null.
 */
export const clientExpansion = (from: string, siteIds: readonly string[] | null): Expansion => ({
  from,
  load: loadWith((read, ids) => findClients(read, ids, siteIds), Client.view),
});
