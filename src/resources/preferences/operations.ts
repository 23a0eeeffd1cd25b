import { memberOperations } from '../../http/operations/declare.ts';
import { takingResponse, writtenFields } from '../../kernel/answered-fields.ts';
import type { Reactions } from '../reactions.ts';
import { putUnitPreferences, replacePreferences } from './preferences.ts';
import { NotificationPreferences, PutNotificationPreferences, PutUnitPreferences, UnitPreferences } from './shapes.ts';
import { notificationPreferencesView, unitPreferencesView } from './view.ts';

/** What members choose: which messages they get, and the units in which they read values. */
export const preferenceOperations = ({
  reactions,
}: {
  readonly reactions: Pick<Reactions, 'clientChanged' | 'preferencesChanged'>;
}) =>
  memberOperations(({ read, write }) => [
    read(
      'GET /v2/member/notifications/preferences',
      'getNotificationPreferences',
      {
        summary: "Retrieve the member's notification preferences",
        description:
          'Which messages the member gets, through which channels, and when. Members who have not chosen have the ' +
          'defaults.',
        response: NotificationPreferences,
      },
      (read, { caller: { clientId } }) => notificationPreferencesView(read, clientId),
    ),
    write(
      'PUT /v2/member/notifications/preferences',
      'putNotificationPreferences',
      {
        reads: 'getNotificationPreferences',
        summary: "Replace the member's notification preferences",
        description:
          'Fields you omit are reset to their default. Emails about payments and schedule changes are locked: they ' +
          "stay on, whatever you send. Marketing is the client's consent: both change together, here with the " +
          'source `notification_preferences`. You can send what GET returns.',
        body: takingResponse(PutNotificationPreferences, NotificationPreferences),
        response: NotificationPreferences,
        example: {
          body: {
            channels: { email: true, sms: false, push: true },
            categories: { marketing: { email: true, push: false } },
            reminderMinutesBefore: [720, 60],
            quietHours: { start: '21:30', end: '07:00' },
          },
        },
      },
      (tx, { caller, body }) => {
        const { clientId } = caller;
        const sent = writtenFields(PutNotificationPreferences, body, notificationPreferencesView(tx, clientId));
        replacePreferences(tx, caller, sent, reactions);
        return notificationPreferencesView(tx, clientId);
      },
    ),
    read(
      'GET /v2/member/preferences/units',
      'getUnitPreferences',
      {
        summary: "Retrieve the member's unit preferences",
        description: 'The units in which the member reads values. A unit that is `null` follows the system.',
        response: UnitPreferences,
      },
      (read, { caller: { clientId } }) => unitPreferencesView(read, clientId),
    ),
    write(
      'PUT /v2/member/preferences/units',
      'putUnitPreferences',
      {
        reads: 'getUnitPreferences',
        summary: "Replace the member's unit preferences",
        description:
          'A unit that is `null` or omitted follows the system; an omitted system follows the brand. You can send ' +
          'what GET returns.',
        body: takingResponse(PutUnitPreferences, UnitPreferences),
        response: UnitPreferences,
        example: { body: { system: 'metric', distance: 'mi' } },
      },
      (tx, { caller: { clientId }, body }) => {
        const before = unitPreferencesView(tx, clientId);
        putUnitPreferences(tx, clientId, writtenFields(PutUnitPreferences, body, before));
        return unitPreferencesView(tx, clientId);
      },
    ),
  ]);
