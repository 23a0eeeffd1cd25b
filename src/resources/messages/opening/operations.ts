import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { from } from '../../../http/operations/example.ts';
import { REMINDERS, SESSIONS } from '../../demo-ids.ts';
import {
  addReminder,
  CreateMemberReminder,
  DeletedMemberReminder,
  MemberReminder,
  MemberReminderList,
  reminderPage,
  reminderViews,
  removeReminder,
} from './reminders.ts';

/** Mails that members want when booking opens (member-page.md "Reminders"). */
export const openingReminderOperations = memberOnlyOperations(({ list, write }) => [
  list(
    'GET /public-api/v2/member/reminders',
    'listMemberReminders',
    {
      summary: "List the member's booking reminders",
      description: 'Returns the newest first. Reminders that have been sent are not included.',
      response: MemberReminderList,
      isExtension: true,
    },
    (read, { caller, page: request }) => {
      const page = reminderPage(read, request, { clientId: caller.clientId });
      return { page, view: reminderViews(read, page.rows) };
    },
  ),
  write(
    'POST /public-api/v2/member/reminders',
    'createMemberReminder',
    {
      summary: 'Remind the member when booking opens for a session',
      description:
        'An email is sent when members can book the session, unless the member has booked it or it is canceled. ' +
        'Requesting it again changes nothing.',
      body: CreateMemberReminder,
      status: 201,
      response: MemberReminder,
      errors: [409],
      isExtension: true,
      example: { body: { sessionId: SESSIONS.dayOfRest } },
    },
    (tx, { caller, body }) => {
      const row = addReminder(tx, caller, body.sessionId);
      return reminderViews(tx, [row])(row);
    },
  ),
  write(
    'DELETE /public-api/v2/member/reminders/:id',
    'deleteMemberReminder',
    {
      summary: "Delete one of the member's booking reminders",
      description: 'No email is sent.',
      response: DeletedMemberReminder,
      errors: [404],
      isExtension: true,
      example: { path: { id: from(REMINDERS.dayOfRest, 'listMemberReminders', '/data/0/id') } },
    },
    (tx, { caller, id }) => {
      removeReminder(tx, caller, id);
      return { id, object: 'member_reminder', deleted: true };
    },
  ),
]);
