import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { Checkin, type CheckinRow } from './record.ts';
import type { MemberCheckinAnswer } from './shapes.ts';

/** A check-in as the member sees it. */
export const memberCheckinView = (row: CheckinRow): MemberCheckinAnswer => withoutIntegrationFields(Checkin.view(row));
