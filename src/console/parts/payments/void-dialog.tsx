import { useMutation, useQuery } from '@tanstack/react-query';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { isNotStarted } from '../../api/is-not-started.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { PREVIEW } from '../../live/refresh.ts';
import { useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { useRefreshClient } from '../client/use-change.ts';
import { RefundOutcome } from './refund-dialog.tsx';

const VOID_MS = 15 * 60_000;
const SALES: readonly Schemas['Payment']['purpose'][] = ['package', 'drop_in', 'product', 'other'];

type Sale = Pick<
  Schemas['Payment'],
  | 'id'
  | 'clientId'
  | 'status'
  | 'purpose'
  | 'paidAt'
  | 'voidedAt'
  | 'soldByStaffId'
  | 'description'
  | 'amount'
  | 'currency'
>;

/** Says of a payment whether the person has just sold it themselves, and may take it back. */
export const useMayVoid = (): ((payment: Sale) => boolean) => {
  const { staff } = useMe();
  return ({ status, purpose, paidAt, voidedAt, soldByStaffId }) =>
    soldByStaffId === staff.id &&
    status === 'completed' &&
    voidedAt === null &&
    SALES.includes(purpose) &&
    paidAt !== null &&
    nowMs() - Date.parse(paidAt) < VOID_MS;
};

interface VoidDialogProps {
  readonly payment: Sale;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Takes back a sale that was made by mistake, with what that does said before. */
export const VoidDialog = ({ payment, onDone, onClose }: VoidDialogProps) => {
  const t = useText();
  const { money } = useFormats();
  const { id, description, amount, currency } = payment;
  const refresh = useRefreshClient();
  const path = '/manage/payments/{id}/void';
  const act = useMutation({
    mutationFn: () => send(client.POST(path, { params: { path: { id }, header: idempotencyKey() } })),
    onSuccess: () => {
      say(t('client.voidDone'));
      void refresh();
      onClose();
      onDone?.();
    },
  });
  const { data, error } = useQuery({
    queryKey: ['void-preview', id],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST(path, { params: { path: { id }, query: { dry_run: true } } }),
      )) as Schemas['RefundPreview'],
    enabled: isNotStarted(act),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={t('client.voidTitle', { name: description ?? money(amount, currency) })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <div aria-live="polite">
          {data === undefined && error === null && <SkeletonRows />}
          {data !== undefined && error === null && <RefundOutcome preview={data} />}
          <ActionError error={act.error ?? error} />
        </div>
        <div className="row">
          <Button
            variant="danger"
            isPending={act.isPending}
            isDisabled={data === undefined || error !== null}
            onPress={() => act.mutate()}
          >
            {t('client.voidAct')}
          </Button>
          <Button onPress={onClose}>{t('client.voidKeep')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
