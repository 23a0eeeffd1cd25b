import { type Tx, withoutEvents } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { CHECKINS, SITES } from '../demo-ids.ts';
import { checkIn } from './check-in.ts';

const SUSPENDED = `select "id" from "clients" where "status" = 'suspended' order by "id" limit 1`;
const REFUSED: Parameters<typeof checkIn>[3] = { factRecorded() {}, factTakenBack() {} };

/** A suspended client of the demo studio comes to the door. */
export const refuseSomebody = (tx: Tx, caller: Caller): void => {
  const client = tx.db.query<{ id: string }, []>(SUSPENDED).get();
  if (client === null) return;
  const body = { clientId: client.id, locationId: SITES.downtown, source: 'access_control' } as const;
  checkIn({ ...withoutEvents(tx), id: () => CHECKINS.refused }, caller, body, REFUSED);
};
