import { storedId } from '../../../kernel/ids.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { Refused } from '../ask.ts';
import { askOnce } from '../ask-once.ts';
import { FREE } from '../free.ts';
import { type Html, html } from '../html.ts';
import { gonePage, messagePage, orRefused } from '../messages.ts';
import type { Answer, Form, MemberVisit } from '../visit.ts';
import { memberSession, type OwnSession } from './sessions.ts';

const REMINDERS = '/public-api/v2/member/reminders';

interface Reminder {
  readonly id: string;
  readonly sessionId: string;
}

const remindPath = (sessionId: string): string => `/book/class/${sessionId}/remind`;

const remindersOf = async ({ ask }: MemberVisit): Promise<readonly Reminder[]> => {
  const query = { limit: '100' };
  return (await ask<{ readonly data: readonly Reminder[] }>('GET', REMINDERS, { query })).data;
};

/** Of which sessions the member is reminded when booking opens. */
export const remindedSessions = async (visit: MemberVisit): Promise<ReadonlySet<string>> =>
  new Set((await remindersOf(visit)).map(({ sessionId }) => sessionId));

/** The reminder that the member has asked for; undefined without one. */
const reminderOf = async (visit: MemberVisit, sessionId: string): Promise<Reminder | undefined> =>
  (await remindersOf(visit)).find((each) => each.sessionId === sessionId);

/** Asks for a mail when booking opens, or takes that back; undefined for a class whose booking is open, or over. */
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
  return html`<form method="post" action="${remindPath(session.id)}"${FREE}><input type="hidden" name="key" value="${visit.newKey()}">${stop}<button class="button" data-variant="soft">${text}</button></form>`;
};

/** Asks for a reminder, or takes it back. */
export const remind = async (visit: MemberVisit, form: Form): Promise<Answer> => {
  const own = await memberSession(visit, storedId(visit.param('sessionId')));
  if (own === undefined) return gonePage(visit.context);
  const { context, session } = own;
  const { id: sessionId, siteId } = session;
  return orRefused<Answer, Answer>(
    async () => {
      if (form.get('stop') === '') {
        await askOnce(visit, REMINDERS, { body: { sessionId }, key: form.get('key'), siteId });
      } else {
        const reminder = await reminderOf(visit, sessionId);
        if (reminder !== undefined) await visit.ask('DELETE', `${REMINDERS}/${reminder.id}`, { siteId });
      }
      return { to: `/book/class/${sessionId}` };
    },
    (refused: Refused) => {
      if (refused.status === 404) return gonePage(context);
      return messagePage(context, context.t('shell.wrongTitle'), context.t('booking.remindFailed'), {
        status: 409,
      });
    },
  );
};
