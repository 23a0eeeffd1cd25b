import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import { isAtDesk } from '../sessions/booking/afterwards.ts';
import type { BookingRow } from './record.ts';

export interface BookingOrigin {
  readonly channel: BookingRow['channel'];
  readonly cancelledBy: 'api' | 'client' | 'staff';
  /** Windows, limits and overlaps apply to members. The Business API acts for staff, to whom they do not (rules.md). */
  readonly memberRules: boolean;
  /** Whether it may act on a session that has started (rules.md "After the start"). */
  readonly afterStart?: boolean;
}

const API: BookingOrigin = { channel: 'api', cancelledBy: 'api', memberRules: false };
const STAFF: BookingOrigin = { channel: 'staff', cancelledBy: 'staff', memberRules: false };
const DESK: BookingOrigin = { ...STAFF, afterStart: true };
export const MEMBER: BookingOrigin = { channel: 'member_app', cancelledBy: 'client', memberRules: true };

export const originOf = (caller: Caller): BookingOrigin => {
  if (isAtDesk(caller)) return DESK;
  return staffIdOf(caller) === null ? API : STAFF;
};
