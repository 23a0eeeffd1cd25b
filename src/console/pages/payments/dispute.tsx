import { useMutation } from '@tanstack/react-query';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import type { Payment } from '../../parts/payments/queries.ts';
import { useCan, useSite } from '../../session/session.ts';
import { AskButton } from '../../shell/ask-button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx';

type Disputed = NonNullable<Payment['dispute']>;
type OneDispute = Omit<Disputed, 'others'>;
type Decision = NonNullable<OneDispute['decision']>;

/** Whether what was claimed was paid before the bank decided for the studio. */
const wasPaidTwice = ({ status, paidTwice }: OneDispute): boolean => status === 'won' && paidTwice !== undefined;

/** What the bank and the desk have decided of one dispute. */
const Facts = ({ dispute }: { dispute: OneDispute }) => {
  const t = useText();
  const { money, date } = useFormats(useSite().timezone);
  const isPaidTwice = wasPaidTwice(dispute);
  const { amount, currency, openedAt, status, decision, paidTwice = 0 } = dispute;
  return (
    <>
      <p>{t('payments.disputeText', { amount: money(amount, currency), day: date(openedAt), result: status })}</p>
      {isPaidTwice && <p>{t('payments.disputePaidTwice', { amount: money(paidTwice, currency) })}</p>}
      {decision !== null && (isPaidTwice || status !== 'won') && (
        <p className="quiet">
          {t(isPaidTwice ? 'payments.disputeTwiceDecided' : 'payments.disputeDecided', { decision })}
        </p>
      )}
    </>
  );
};

/** What a client disputes at the bank, and what the desk decides of it. */
export const Dispute = ({ payment }: { payment: Payment }) => {
  const { dispute } = payment;
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const { money } = useFormats();
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      send(
        client.POST('/manage/payments/{id}/dispute', {
          params: { path: { id: payment.id }, header: idempotencyKey() },
          body: { decision, ...(dispute === null ? {} : { disputeId: dispute.id }) },
        }),
      ),
    onSettled: () => Promise.all([refresh('payment'), refresh('client'), refresh('package')]),
  });
  if (dispute === null) return null;
  const isWon = dispute.status === 'won';
  const isPaidTwice = wasPaidTwice(dispute);
  const amount = money(dispute.paidTwice ?? dispute.amount, dispute.currency);
  const button = (decision: Decision, label: string, outcome: string) => (
    <ConfirmButton
      label={label}
      isDisabled={decide.isPending}
      outcome={outcome}
      confirm={label}
      onConfirm={() => decide.mutate(decision)}
    />
  );
  return (
    <section className="stack" aria-label={t('payments.dispute')}>
      <h3>{t('payments.dispute')}</h3>
      <Facts dispute={dispute} />
      {dispute.decision === null && (isPaidTwice || !isWon) && (
        <div className="row" data-wrap="">
          {!can('payments:refund') && (
            <AskButton permission="payments:refund">
              {t(isPaidTwice ? 'payments.disputeKeep' : 'payments.disputeClaim')}
            </AskButton>
          )}
          {can('payments:refund') && isPaidTwice && (
            <>
              {button(
                'refund',
                t('payments.disputeRefund', { amount }),
                t('payments.disputeRefundOutcome', { amount }),
              )}
              {button('waive', t('payments.disputeKeep'), t('payments.disputeKeepOutcome', { amount }))}
            </>
          )}
          {can('payments:refund') && !isWon && (
            <>
              {button('claim', t('payments.disputeClaim'), t('payments.disputeClaimOutcome', { amount }))}
              {button('waive', t('payments.disputeWaive'), t('payments.disputeWaiveOutcome', { amount }))}
            </>
          )}
        </div>
      )}
      <ActionError error={decide.error} isLine />
      {dispute.others?.map((other) => (
        <Facts key={other.id} dispute={other} />
      ))}
    </section>
  );
};
