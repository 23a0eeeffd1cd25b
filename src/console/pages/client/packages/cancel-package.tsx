import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarOff, Coins, Mail, Repeat, Ticket, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import type { Schemas } from '../../../api/types.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { PREVIEW } from '../../../live/refresh.ts';
import { useWhoIsNotified } from '../../../parts/client/notified.ts';
import type { PackProps } from '../../../parts/client/pack-record.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { useCan } from '../../../session/session.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../../ui/notices/outcome-line.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

type Preview = Schemas['PackageCancelPreview'];

/** What canceling a package would do, in the words of the server's preview. */
const Outcome = ({ preview, writesOff }: { preview: Preview; writesOff: boolean }) => {
  const t = useText();
  const { money, list } = useFormats();
  const notifiedOf = useWhoIsNotified();
  const { creditsVoided, renewalStops, bookingsKept, bookingsCancelled, creditsReturned, refunds, debt } = preview;
  return (
    <ul className="outcome">
      <OutcomeLine of={Ticket}>{t('client.creditsVoided', { count: creditsVoided })}</OutcomeLine>
      {renewalStops && <OutcomeLine of={Repeat}>{t('client.renewalStops')}</OutcomeLine>}
      {bookingsKept > 0 && (
        <OutcomeLine of={CalendarCheck}>{t('client.bookingsKept', { count: bookingsKept })}</OutcomeLine>
      )}
      {bookingsCancelled > 0 && (
        <OutcomeLine of={CalendarOff}>{t('client.bookingsCancelled', { count: bookingsCancelled })}</OutcomeLine>
      )}
      {creditsReturned > 0 && (
        <OutcomeLine of={Ticket}>{t('client.creditsReturned', { count: creditsReturned })}</OutcomeLine>
      )}
      {refunds.length > 0 && (
        <OutcomeLine of={Undo2}>
          {t('client.refundsGiven', { amount: list(refunds.map((each) => money(each.amount, each.currency))) })}
        </OutcomeLine>
      )}
      {debt !== null && !writesOff && (
        <OutcomeLine of={Coins}>{t('client.debtStays', { amount: money(debt.amount, debt.currency) })}</OutcomeLine>
      )}
      <OutcomeLine of={Mail}>{notifiedOf(preview)}</OutcomeLine>
    </ul>
  );
};

/** Cancels a package, with what that does said before. */
export const CancelPackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const refresh = useRefreshClient();
  const can = useCan();
  const { money } = useFormats();
  const [reason, setReason] = useState('');
  const [writesOff, setWritesOff] = useState(false);
  const path = { id: pack.id };
  const keyFor = useKeyFor();
  const cancel = useMutation({
    mutationFn: () => {
      const body = {
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        ...(writesOff ? { writeOffDebt: true } : {}),
      };
      return send(client.POST('/v2/packages/{id}/cancel', { params: { path, header: keyFor(body) }, body }));
    },
    onSuccess: () => {
      say(t('client.packageCancelled', { name: pack.name }));
      void refresh();
      onClose();
    },
  });
  const { data, error, refetch } = useQuery({
    queryKey: ['client', pack.clientId, 'cancel-package', pack.id],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/v2/packages/{id}/cancel', { params: { path, query: { dry_run: true } }, body: {} }),
      )) as Preview,
    enabled: isNotStarted(cancel),
    staleTime: 0,
    gcTime: 0,
  });
  const form = useForm({ act: cancel, submit: () => data !== undefined && cancel.mutate() });
  return (
    <DialogForm
      form={form}
      title={t('client.cancelPackageTitle', { name: pack.name })}
      act={t('client.cancelPackageAct')}
      isAlert
      isDanger
      onClose={onClose}
    >
      <div aria-live="polite">
        {error !== null ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows />
        ) : (
          <Outcome preview={data} writesOff={writesOff} />
        )}
      </div>
      {data?.debt != null && can('packages:adjust') && (
        <CheckField
          label={t('client.eraseDebts', { amount: money(data.debt.amount, data.debt.currency) })}
          isSelected={writesOff}
          onChange={setWritesOff}
        />
      )}
      <p className="small quiet">{t('client.cancelPackageNote')}</p>
      <Field label={t('client.reason')} value={reason} onChange={setReason} maxLength={200} />
    </DialogForm>
  );
};
