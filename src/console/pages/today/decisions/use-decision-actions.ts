import { useQueryClient } from '@tanstack/react-query';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { useAttendance } from '../../../parts/desk/attendance.ts';
import { type Decision, type Decisions, decisionsQuery } from '../../../shell/decisions.ts';
import { say } from '../../../ui/overlays/toasts.tsx';

type CancelPreview = Schemas['BookingCancelPreview'];

/** The actions that decide, each by the name of its operation. */
export type DecisionAct =
  | 'promoteBooking'
  | 'cancelBooking'
  | 'markNoShow'
  | 'checkInBooking'
  | 'chargeFee'
  | 'waivePenalty'
  | 'enableWebhook'
  | 'approveSignUp'
  | 'declineSignUp';

const bookingPath = (id: string) => ({ params: { path: { id }, header: idempotencyKey() }, body: {} });

const personPath = ({ people: [person] }: Decision) => ({
  params: { path: { id: person?.clientId ?? '' }, header: idempotencyKey() },
});

/** Passes an offer on: says from what the server says who gets the seat. */
const passOn = async (bookingId: string): Promise<CancelPreview> => {
  const path = { id: bookingId };
  const body = { waivePenalty: false, reason: 'requested' } as const;
  const preview = await send(
    client.POST('/v2/bookings/{id}/cancel', { params: { path, query: { dry_run: true } }, body }),
  );
  await send(client.POST('/v2/bookings/{id}/cancel', { params: { path, header: idempotencyKey() }, body }));
  return preview as CancelPreview;
};

/** Charges the saved card of a client for the fee of a booking. */
const chargeFee = async (
  { people: [person], amount }: Decision,
  keyFor: ReturnType<typeof useKeyFor>,
): Promise<void> => {
  if (person === undefined || person.bookingId === null || amount === null) return;
  const { penalty } = await send(client.GET('/manage/bookings/{id}', { params: { path: { id: person.bookingId } } }));
  const body = {
    clientId: person.clientId,
    bookingId: person.bookingId,
    amount: amount.amount,
    currency: amount.currency,
    paymentMethod: 'card',
    purpose: penalty?.type === 'no_show' ? 'no_show_fee' : 'late_cancel_fee',
  } as const;
  await send(client.POST('/manage/payments', { params: { header: keyFor(body) }, body }));
};

/** Decides, says what happened, and takes the decision off the list. */
export const useDecisionActions = (siteId: string) => {
  const t = useText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { checkIn, markNoShow } = useAttendance();
  const keyFor = useKeyFor();

  const act = async (decision: Decision, name: DecisionAct): Promise<void> => {
    const { people, sessionId, webhookId, title } = decision;
    const bookings = people.flatMap((person) =>
      person.bookingId === null || sessionId === null
        ? []
        : [{ id: person.bookingId, sessionId, name: person.name ?? t('words.otherSiteClient') }],
    );
    const [booking] = bookings;
    const who = booking?.name ?? title;
    switch (name) {
      case 'markNoShow':
        return markNoShow(bookings);
      case 'checkInBooking':
        return checkIn(bookings);
      case 'promoteBooking':
        await send(client.POST('/manage/bookings/{id}/promote', bookingPath(booking?.id ?? '')));
        return say(t('today.promoted', { name: who }));
      case 'cancelBooking': {
        const { seat } = await passOn(booking?.id ?? '');
        const next = seat.goesTo?.name;
        return say(next ? t('today.passedTo', { name: who, next }) : t('today.passedOn', { name: who }));
      }
      case 'chargeFee':
        await chargeFee(decision, keyFor);
        return say(t('today.charged', { name: who }));
      case 'waivePenalty':
        await send(client.POST('/manage/bookings/{id}/waive-penalty', bookingPath(booking?.id ?? '')));
        return say(t('today.waived', { name: who }));
      case 'approveSignUp':
        await send(client.POST('/manage/clients/{id}/approve-sign-up', personPath(decision)));
        return say(t('today.isIn', { name: title }));
      case 'declineSignUp':
        await send(client.POST('/manage/clients/{id}/decline-sign-up', personPath(decision)));
        return say(t('today.isTurnedAway', { name: title }));
      case 'enableWebhook':
        await send(client.POST('/v2/webhooks/{id}/enable', { params: { path: { id: webhookId ?? '' } } }));
        return say(t('today.webhookEnabled', { name: title }));
    }
  };

  return async (decision: Decision, name: DecisionAct): Promise<void> => {
    await act(decision, name);
    const { queryKey } = decisionsQuery(siteId);
    queries.setQueryData<Decisions>(
      queryKey,
      (data) => data && { ...data, decisions: data.decisions.filter(({ id }) => id !== decision.id) },
    );
    void refresh('booking', 'client', 'payment', 'webhook');
  };
};
