import { Type } from '@sinclair/typebox';
import type { Call, DryRun } from '../../http/operations/call.ts';
import type { Caller } from '../../kernel/caller.ts';
import { count, described, id, shape } from '../../kernel/schemas.ts';
import { upcomingSessions } from './queries.ts';
import type { StaffRow } from './record.ts';

const StaffDeactivationPreview = shape('StaffDeactivationPreview', () => ({
  object: Type.Literal('staff_deactivation_preview'),
  staffId: id(),
  futureSessionCount: described(count(), 'The number of upcoming sessions that would need another instructor.'),
  signedInCount: described(count(), 'The number of browsers in which the person would be signed out.'),
}));

const SIGNED_IN = 'select count(*) "count" from "staffSessions" where "staffId" = ?';

/** What deactivating a staff member would do. */
export const deactivationPreview: DryRun<Call<Caller, object, object, StaffRow>> = {
  response: StaffDeactivationPreview,
  preview(tx, { record: { id: staffId } }, act) {
    const signedIn = tx.db.query<{ count: number }, [string]>(SIGNED_IN).get(staffId);
    act();
    return {
      object: 'staff_deactivation_preview',
      staffId,
      futureSessionCount: upcomingSessions(tx, [staffId]).get(staffId) ?? 0,
      signedInCount: signedIn?.count ?? 0,
    };
  },
};
