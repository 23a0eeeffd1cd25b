import { useMutation, useQuery } from '@tanstack/react-query';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { isDate } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { PREVIEW } from '../../../live/refresh.ts';
import { freezeFields, isFreezeEarly, PACK_CHANGES, type PackProps } from '../../../parts/client/pack-record.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { useMe, useZoneOf } from '../../../session/session.ts';
import { say } from '../../../ui/overlays/toasts.tsx';

type Frozen = Schemas['FrozenPackage'];
type Preview = Schemas['PackageFreezePreview'];

/** Freezes a package from a day to a day. */
export const FreezePackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const { studio } = useMe();
  const timezone = useZoneOf()(pack.siteId);
  const { date } = useFormats(timezone);
  const path = { id: pack.id };
  const form = useNewRecord(freezeFields, {
    kind: PACK_CHANGES,
    timezone,
    create: async (body, header) =>
      (await send(client.POST('/manage/packages/{id}/freeze', { params: { path, header }, body }))) as Frozen,
    onCreated: ({ name, freeze: done, expiresAt, autoRenews, cancelledBookings }) => {
      const end = done?.endsAt ?? null;
      const frozen =
        end === null ? t('client.frozenOpen', { name }) : t('client.frozenUntil', { name, date: date(end) });
      // What renews does not end then.
      const ends = expiresAt !== null && !autoRenews && t('client.nowEnds', { date: date(expiresAt) });
      const cancelled = cancelledBookings > 0 && t('client.bookingsCancelled', { count: cancelledBookings });
      say(present([frozen, ends, cancelled]).join(' '));
      onClose();
    },
  });
  const { draft } = form;
  const { from, until } = draft;
  const isRead = [from, until].every((day) => day === '' || isDate(day));
  // What the freeze would cancel; nothing is shown for a freeze that is refused, before it is sent.
  const { data: preview } = useQuery({
    queryKey: ['client', pack.clientId, 'freeze-package', pack.id, from, until],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/packages/{id}/freeze', {
          params: { path, query: { dry_run: true } },
          body: freezeFields.pick('from', 'until').bodyOf(draft, { ...studio, timezone }),
        }),
      )) as Preview,
    enabled: isRead && !isFreezeEarly(draft) && !form.isPending,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const ahead = draft.keepBookings ? 0 : (preview?.cancelledBookings ?? 0);
  return (
    <DialogForm
      form={form}
      title={t('client.freezeTitle', { name: pack.name })}
      act={t('client.freezeAct')}
      onClose={onClose}
    >
      <p className="quiet">{t('client.freezeText')}</p>
      <FormFields
        form={form}
        behind={{
          keepBookings: (
            <p className="quiet" aria-live="polite">
              {ahead > 0 && t('client.freezeCancels', { count: ahead })}
            </p>
          ),
        }}
      />
    </DialogForm>
  );
};

/** Ends the freeze of a package. */
export const UnfreezePackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const refresh = useRefreshClient();
  const unfreeze = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/packages/{id}/unfreeze', {
          params: { path: { id: pack.id }, header: idempotencyKey() },
        }),
      ),
    onSuccess: ({ name }) => {
      say(t('client.unfrozen', { name }));
      void refresh();
      onClose();
    },
  });
  const form = useForm({ act: unfreeze, submit: () => unfreeze.mutate() });
  return (
    <DialogForm
      form={form}
      title={t('client.unfreezeTitle', { name: pack.name })}
      act={t('client.unfreeze')}
      onClose={onClose}
    >
      <p className="quiet">{t('client.unfreezeText')}</p>
    </DialogForm>
  );
};
