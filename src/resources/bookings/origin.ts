import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import type { BookingRow } from './record.ts';

export interface BookingOrigin {
  readonly channel: BookingRow['channel'];
  readonly cancelledBy: 'api' | 'client' | 'staff';
  /** Windows, limits and overlaps apply to members. The Business API acts for staff, to whom they do not (rules.md). */
  readonly memberRules: boolean;
}

const API: BookingOrigin = { channel: 'api', cancelledBy: 'api', memberRules: false };
const STAFF: BookingOrigin = { channel: 'staff', cancelledBy: 'staff', memberRules: false };
export const MEMBER: BookingOrigin = { channel: 'member_app', cancelledBy: 'client', memberRules: true };

export const originOf = (caller: Caller): BookingOrigin => (staffIdOf(caller) === null ? API : STAFF);
