import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { PREVIEW, useRefresh } from '../../../live/refresh.ts';
import type { Household } from '../../../parts/client/queries.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

interface LeaveProps {
  readonly household: Household;
  /** Who leaves; undefined to dissolve it. */
  readonly member: Household['members'][number] | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const leave = async (
  household: Household,
  clientId: string | undefined,
  query: { dry_run?: true; cancel_bookings?: true },
) =>
  clientId === undefined
    ? await send(client.DELETE('/manage/households/{id}', { params: { path: { id: household.id }, query } }))
    : await send(
        client.DELETE('/manage/households/{id}/members/{clientId}', {
          params: { path: { id: household.id, clientId }, query },
        }),
      );

/** What leaving would do to shared passes, bookings and renewals. */
const previewQuery = (household: Household, clientId: string | undefined) =>
  queryOptions({
    queryKey: ['client', 'leaving', household.id, clientId ?? 'all'],
    queryFn: () => leave(household, clientId, { dry_run: true }),
    meta: PREVIEW,
  });

/** Says what leaving a household, or dissolving it, does, and does it. */
export const LeaveHousehold = ({ household, member, onDone, onClose }: LeaveProps) => {
  const t = useText();
  const { list } = useFormats();
  const refresh = useRefresh();
  const [cancels, setCancels] = useState(false);
  const act = useMutation({
    mutationFn: () => leave(household, member?.clientId, cancels ? { cancel_bookings: true } : {}),
    onSuccess: () => {
      onDone();
      onClose();
      void refresh('household', 'booking', 'package');
    },
  });
  const { data, error } = useQuery({ ...previewQuery(household, member?.clientId), enabled: isNotStarted(act) });
  const form = useForm({ act, submit: () => act.mutate() });
  const preview = data?.object === 'household_leave_preview' ? data : undefined;
  const names = (packs: readonly { readonly name: string }[]): string => list(packs.map(({ name }) => name));
  const name = member?.name ?? '';
  return (
    <DialogForm
      form={form}
      title={
        member === undefined
          ? t('household.dissolveTitle', { household: household.name })
          : t('household.removeTitle', { name })
      }
      act={t(member === undefined ? 'household.dissolve' : 'household.remove')}
      error={error}
      onClose={onClose}
      isAlert
    >
      <p>{t('household.leaveText')}</p>
      {preview === undefined && error === null && <SkeletonRows count={2} />}
      {preview !== undefined && (
        <>
          {preview.packages.length > 0 && <p>{t('household.leavePacks', { passes: names(preview.packages) })}</p>}
          {preview.renewalsEnded.length > 0 && (
            <p>{t('household.leaveRenewals', { passes: names(preview.renewalsEnded) })}</p>
          )}
          {preview.bookings.length > 0 && (
            <>
              <p>{t('household.leaveBookings', { count: preview.bookings.length })}</p>
              <CheckField label={t('household.cancelBookings')} isSelected={cancels} onChange={setCancels} />
            </>
          )}
        </>
      )}
    </DialogForm>
  );
};
