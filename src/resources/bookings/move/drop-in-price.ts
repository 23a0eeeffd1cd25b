import type { Read } from '../../../database/database.ts';

const PRICE = `select coalesce("dropInPrice" ->> '$.amount', 0) "amount" from "sessions" where "id" = ?`;

/** What one visit to a session costs, in minor units; 0 without a price. */
export const dropInPriceOf = (read: Read, sessionId: string): number =>
  read.db.query<{ amount: number }, [string]>(PRICE).get(sessionId)?.amount ?? 0;
