import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { Checkin, type CheckinRow } from './record.ts';
import type { MemberCheckinResponse } from './shapes.ts';

/** A check-in as the member sees it. */
export const memberCheckinView = (row: CheckinRow): MemberCheckinResponse =>
  withoutIntegrationFields(Checkin.view(row));
