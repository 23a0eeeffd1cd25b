import { memberOperations } from '../../http/operations/declare.ts';
import { takingAnswer, writtenFields } from '../../kernel/answered-fields.ts';
import { putNotificationPreferences, putUnitPreferences } from './preferences.ts';
import { NotificationPreferences, PutNotificationPreferences, PutUnitPreferences, UnitPreferences } from './shapes.ts';
import { notificationPreferencesView, unitPreferencesView } from './view.ts';

/** What members choose: which messages they get, and the units in which they read values. */
export const preferenceOperations = memberOperations(({ read, write }) => [
  read(
    'GET /v2/member/notifications/preferences',
    'getNotificationPreferences',
    {
      summary: 'Retrieve the notification preferences of the member',
      description:
        'Which messages the member gets, by which channels and when. A member who chose nothing has the defaults.',
      answer: NotificationPreferences,
    },
    (read, { caller: { clientId } }) => notificationPreferencesView(read, clientId),
  ),
  write(
    'PUT /v2/member/notifications/preferences',
    'putNotificationPreferences',
    {
      summary: 'Replace the notification preferences of the member',
      description:
        'What you leave out has its default again. Mails about payments and changes of the timetable are locked: they stay on, whatever you send. You can send what GET answers.',
      body: takingAnswer(PutNotificationPreferences, NotificationPreferences),
      answer: NotificationPreferences,
    },
    (tx, { caller: { clientId }, body }) => {
      const before = notificationPreferencesView(tx, clientId);
      putNotificationPreferences(tx, clientId, writtenFields(PutNotificationPreferences, body, before));
      return notificationPreferencesView(tx, clientId);
    },
  ),
  read(
    'GET /v2/member/preferences/units',
    'getUnitPreferences',
    {
      summary: 'Retrieve the unit preferences of the member',
      description: 'The units in which the member reads values. A unit of null follows the system.',
      answer: UnitPreferences,
    },
    (read, { caller: { clientId } }) => unitPreferencesView(read, clientId),
  ),
  write(
    'PUT /v2/member/preferences/units',
    'putUnitPreferences',
    {
      summary: 'Replace the unit preferences of the member',
      description:
        'A unit that is null or left out follows the system; a system that is left out follows the brand. You can send what GET answers.',
      body: takingAnswer(PutUnitPreferences, UnitPreferences),
      answer: UnitPreferences,
    },
    (tx, { caller: { clientId }, body }) => {
      const before = unitPreferencesView(tx, clientId);
      putUnitPreferences(tx, clientId, writtenFields(PutUnitPreferences, body, before));
      return unitPreferencesView(tx, clientId);
    },
  ),
]);
