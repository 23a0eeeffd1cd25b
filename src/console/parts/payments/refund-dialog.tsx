import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { CalendarOff, Mail, Ticket, Undo2, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plainAmount } from '../../../kernel/currencies.ts';
import { client, send } from '../../api/client.ts';
import { isNotStarted } from '../../api/is-not-started.ts';
import type { Schemas } from '../../api/types.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { PREVIEW } from '../../live/refresh.ts';
import { useCan } from '../../session/session.ts';
import { Select } from '../../ui/choices/select.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../ui/notices/outcome-line.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { useWhoIsNotified } from '../client/notified.ts';
import type { Payment } from '../client/queries.ts';
import { useRefreshClient } from '../client/use-change.ts';
import { REASON_WORDS } from './reason-words.ts';

type Preview = Schemas['RefundPreview'];

const REASONS = ['requested_by_customer', 'service_issue', 'duplicate', 'fraudulent', 'other'] as const;

/** What a refund would do, in the words of the server's preview. */
export const RefundOutcome = ({ preview }: { preview: Preview }) => {
  const t = useText();
  const { money } = useFormats();
  const notifiedOf = useWhoIsNotified();
  const {
    amount,
    currency,
    goesThrough,
    amountRefundable,
    package: pack,
    bookingsCancelled,
    creditsReturned,
  } = preview;
  const value = money(amount, currency);
  return (
    <ul className="outcome">
      {amount > 0 && (
        <OutcomeLine of={Undo2}>
          {t(goesThrough === 'processor' ? 'client.refundToCard' : 'client.refundByHand', { amount: value })}
        </OutcomeLine>
      )}
      {amountRefundable > 0 && (
        <OutcomeLine of={Wallet}>{t('client.refundLeft', { amount: money(amountRefundable, currency) })}</OutcomeLine>
      )}
      {pack?.isCancelled === true && (
        <OutcomeLine of={Ticket}>
          {t('client.refundTakesBack', { name: pack.name, count: pack.creditsVoided })}
        </OutcomeLine>
      )}
      {pack?.isCancelled === false && (
        <OutcomeLine of={Ticket}>{t('client.refundKeeps', { name: pack.name })}</OutcomeLine>
      )}
      {bookingsCancelled > 0 && (
        <OutcomeLine of={CalendarOff}>{t('client.bookingsCancelled', { count: bookingsCancelled })}</OutcomeLine>
      )}
      {creditsReturned > 0 && (
        <OutcomeLine of={Ticket}>{t('client.creditsReturned', { count: creditsReturned })}</OutcomeLine>
      )}
      <OutcomeLine of={Mail}>{notifiedOf(preview)}</OutcomeLine>
    </ul>
  );
};

const PAUSE_MS = 250;

/** Refunds a payment, whole or in part, with what that does said before. */
export const RefundDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const t = useText();
  const can = useCan();
  const { money } = useFormats();
  const keyFor = useKeyFor();
  const { id, currency, amountRefundable, packageId, description } = payment;
  const refresh = useRefreshClient();
  const [typed, setTyped] = useState(() => plainAmount(amountRefundable, currency));
  const [reason, setReason] = useState<string>('requested_by_customer');
  const [notes, setNotes] = useState('');
  const [cancels, setCancels] = useState<boolean>();
  const amount = minorUnitsOf(typed, currency);
  const isFit = amount !== undefined && amount > 0 && amount <= amountRefundable;
  const mayCancel = packageId !== null && can('packages:cancel');
  // Whoever gets all of the money back keeps nothing, unless the desk says otherwise.
  const cancelPackage = mayCancel && (cancels ?? amount === amountRefundable);
  const wanted = { amount: isFit ? amount : amountRefundable, ...(cancelPackage ? { cancelPackage } : {}) };
  const [asked, setAsked] = useState(wanted);
  const text = JSON.stringify(wanted);
  useEffect(() => later(() => setAsked(JSON.parse(text)), PAUSE_MS), [text]);
  const refund = useMutation({
    mutationFn: () => {
      const chosen = REASONS.find((each) => each === reason);
      const body = {
        ...wanted,
        ...(chosen === undefined ? {} : { reason: chosen }),
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
      };
      return send(client.POST('/v2/payments/{id}/refund', { params: { path: { id }, header: keyFor(body) }, body }));
    },
    onSuccess: () => {
      say(t('client.refundDone', { amount: money(wanted.amount, currency) }));
      void refresh();
      onClose();
    },
  });
  const preview = useQuery({
    // Not among the queries of the client: what a refund would do is not asked again once it is done.
    queryKey: ['refund-preview', id, asked],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/v2/payments/{id}/refund', { params: { path: { id }, query: { dry_run: true } }, body: asked }),
      )) as Preview,
    enabled: isNotStarted(refund),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  // What is sent is only what was said before.
  const isSaid = JSON.stringify(asked) === text && !preview.isPlaceholderData && preview.data !== undefined;
  const most = money(amountRefundable, currency);
  const form = useForm({ act: refund, submit: () => isFit && isSaid && refund.mutate() });
  const { data, error } = preview;
  return (
    <DialogForm
      form={{
        ...form,
        // Why it cannot be tried out is shown in place of what it would do.
        refused: undefined,
        isPending: refund.isPending || (isFit && !isSaid && error === null),
      }}
      title={t('client.refundTitle', { name: description ?? money(payment.amount, currency) })}
      act={isFit ? t('client.refundAct', { amount: money(wanted.amount, currency) }) : t('client.refund')}
      isAlert
      isDanger
      onClose={onClose}
    >
      <div className="fields">
        <MoneyField
          label={t('client.amount')}
          currency={currency}
          autoFocus
          value={typed}
          onChange={setTyped}
          hint={t('client.refundMost', { amount: most })}
          error={isFit ? undefined : t('client.refundAmountWrong', { amount: most })}
        />
        <Select
          label={t('client.reason')}
          choices={REASONS.map((each) => ({ id: each, name: t(REASON_WORDS[each]) }))}
          value={reason}
          onChange={setReason}
        />
      </div>
      <Field label={t('client.refundNotes')} value={notes} onChange={setNotes} maxLength={500} />
      {mayCancel && <CheckField label={t('client.refundCancels')} isSelected={cancelPackage} onChange={setCancels} />}
      <div aria-live="polite">
        {data === undefined && error === null && <SkeletonRows />}
        {isFit && data !== undefined && error === null && <RefundOutcome preview={data} />}
        <ActionError error={refund.error ?? error} />
      </div>
    </DialogForm>
  );
};
