import { pack, unpack } from '../../../records/json.ts';
import type { BookingRow } from '../record.ts';

/** What staff decided about a booking, in its column `decisions`; no response shows it. */
interface StaffDecision {
  readonly promotedBy?: string;
  readonly promoteReason?: string | null;
  readonly waivedBy?: string;
  readonly waiveReason?: string | null;
}

/** The column `decisions` with one more decision. */
export const withDecision = (row: BookingRow, decision: StaffDecision): string | null =>
  pack({ ...unpack<StaffDecision>(row.decisions), ...decision });
