import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import type { BookingRow } from './record.ts';

/** Who makes or changes a booking, and whether the rules for members apply. */
export interface BookingOrigin {
  readonly channel: BookingRow['channel'];
  readonly cancelledBy: 'api' | 'client' | 'staff';
  /** Windows, limits and overlaps apply to members. The Business API acts for staff, to whom they do not (rules.md). */
  readonly memberRules: boolean;
}

const API: BookingOrigin = { channel: 'api', cancelledBy: 'api', memberRules: false };
const STAFF: BookingOrigin = { channel: 'staff', cancelledBy: 'staff', memberRules: false };
export const MEMBER: BookingOrigin = { channel: 'member_app', cancelledBy: 'client', memberRules: true };

/** The origin of a request on the Business API: a staff member, or a program. */
export const originOf = (caller: Caller): BookingOrigin => (staffIdOf(caller) === null ? API : STAFF);
