import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf, localDateAt } from '../../kernel/local-time.ts';
import { zoneOf } from './setup.ts';

/** This many days from now, at a local time of the demo studio. */
export const inDays = (tx: Tx, days: number, time: string): string => {
  const zone = zoneOf(tx);
  return isoInstant(instantOf(addDays(localDateAt(tx.nowMs, zone), days), time, zone));
};
