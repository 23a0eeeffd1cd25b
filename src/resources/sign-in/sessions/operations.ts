import { endSession } from '../../../auth/staff/sessions.ts';
import { businessOperations } from '../../../http/operations/declare.ts';
import { from } from '../../../http/operations/example.ts';
import type { StaffRule } from '../../../http/operations/operation.ts';
import { staffIdOf } from '../../../kernel/caller.ts';
import { STAFF, STAFF_SESSIONS } from '../../demo-ids.ts';
import { ownProfile } from '../../staff/own-profile.ts';
import { Staff } from '../../staff/record.ts';
import { requireTakeover } from '../../staff/takeover.ts';
import { DeletedStaffSession, findSession, StaffSession, sessionPage, sessionView } from './record.ts';

/** People see and end their own sessions; a manager of staff also sees and ends the sessions of others. */
const rule: StaffRule = ['staff:write', ownProfile];

/** The browsers in which people are signed in. */
export const sessionOperations = () =>
  businessOperations({ tag: 'Sign-in', audited: true }, 'manage', ({ list, write }) => [
    list(
      'GET /manage/staff/:id/sessions',
      'listStaffSessions',
      {
        summary: "List a staff member's sessions",
        description: 'Returns the newest first. All staff can list their own.',
        on: Staff,
        response: StaffSession.list,
        staff: rule,
        example: { path: { id: STAFF.owner } },
      },
      (read, { caller, page, record }) => ({
        page: sessionPage(read, page, { staffId: record.id }, null),
        view: sessionView(caller),
      }),
    ),
    write(
      'DELETE /manage/staff/:id/sessions/:sessionId',
      'endStaffSession',
      {
        summary: "End a staff member's session",
        description:
          "From now on, requests with that browser's cookie return 401. All staff can end their own sessions; " +
          "ending another's requires the permission to change their email.",
        on: Staff,
        reads: (read, id, partId) => StaffSession.view(findSession(read, id, partId)),
        response: DeletedStaffSession,
        staff: rule,
        example: {
          path: { id: STAFF.owner, sessionId: from(STAFF_SESSIONS.owner, 'listStaffSessions', '/data/0/id') },
        },
      },
      (tx, { caller, record, params }) => {
        const { id } = findSession(tx, record.id, params.sessionId ?? '');
        if (staffIdOf(caller) !== record.id) requireTakeover(tx, caller, record);
        endSession(tx, id);
        return { id, object: 'staff_session', deleted: true };
      },
    ),
  ]);
