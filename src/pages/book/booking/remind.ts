import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { ApiItem } from '../api-operations.ts';
import { callApiOnce } from '../call-api-once.ts';
import { FREE } from '../free.ts';
import { type ApiRefusal, gonePage, messagePage, orRefused } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { memberSession, type OwnSession } from './sessions.ts';

type Reminder = ApiItem<'listMemberReminders'>;

const remindPath = (sessionId: string): string => `/book/class/${sessionId}/remind`;

const remindersOf = async ({ callApi }: MemberVisit): Promise<readonly Reminder[]> =>
  (await callApi('listMemberReminders', { query: { limit: 100 } })).data;

export const remindedSessions = async (visit: MemberVisit): Promise<ReadonlySet<string>> =>
  new Set((await remindersOf(visit)).map(({ sessionId }) => sessionId));

const reminderOf = async (visit: MemberVisit, sessionId: string): Promise<Reminder | undefined> =>
  (await remindersOf(visit)).find((each) => each.sessionId === sessionId);

/** Sets or removes a reminder for when booking opens; undefined if booking is open, or over. */
export const remindForm = async (
  visit: MemberVisit,
  { context, session }: OwnSession,
  { reason }: BookingOptionsResponse,
): Promise<Html | undefined> => {
  if (reason !== 'not_open_yet' || visit.member.email === null) return undefined;
  const { t } = context;
  const reminder = await reminderOf(visit, session.id);
  const stop = reminder === undefined ? undefined : html`<input type="hidden" name="stop" value="1">`;
  const text = t(reminder === undefined ? 'booking.remind' : 'booking.remindNot');
  return html`<form method="post" action="${remindPath(session.id)}"${FREE}><input type="hidden" name="key" value="${visit.newKey()}">${stop}<button class="button" data-variant="tinted">${text}</button></form>`;
};

export const remind = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await memberSession(visit, storedId(visit.param('sessionId')));
  if (own === undefined) return gonePage(visit.context);
  const { context, session } = own;
  const { id: sessionId, siteId } = session;
  return orRefused<PageResult, PageResult>(
    async () => {
      if (form.get('stop') === '') {
        await callApiOnce(visit, 'createMemberReminder', { body: { sessionId }, key: form.get('key'), siteId });
      } else {
        const reminder = await reminderOf(visit, sessionId);
        if (reminder !== undefined) await visit.callApi('deleteMemberReminder', { path: { id: reminder.id }, siteId });
      }
      return { to: `/book/class/${sessionId}` };
    },
    (refused: ApiRefusal) => {
      if (refused.status === 404) return gonePage(context);
      return messagePage(context, context.t('shell.wrongTitle'), context.t('booking.remindFailed'), {
        status: 409,
      });
    },
  );
};
