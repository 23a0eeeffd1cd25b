import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAhead } from '../../../api/ahead.ts';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { nowMs } from '../../../clock.ts';
import { useFormats } from '../../../formats.ts';
import { PREVIEW } from '../../../live/refresh.ts';
import { isDate, startOfDate } from '../../../local-time.ts';
import { useSite } from '../../../shell/site.ts';
import { useText } from '../../../texts.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { say } from '../../../ui/toasts.tsx';
import { useRefreshClient } from '../use-change.ts';
import { PackForm, type PackProps } from './pack-form.tsx';

type Frozen = Schemas['FrozenPackage'];
type Preview = Schemas['PackageFreezePreview'];

const DAY_MS = 86_400_000;
const USUAL_DAYS = 14;

/** Freezes a package from a day to a day. */
export const FreezePackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const { timezone } = useSite();
  const { localDate, date } = useFormats(timezone);
  const refresh = useRefreshClient();
  const today = localDate(nowMs());
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(() => localDate(nowMs() + USUAL_DAYS * DAY_MS));
  const [reason, setReason] = useState('');
  const [keepsBookings, setKeepsBookings] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const instant = (day: string): string => new Date(startOfDate(day, timezone)).toISOString();
  const isEarly = isDate(until) && until <= from;
  const isRead = (from === '' || isDate(from)) && (until === '' || isDate(until));
  const span = {
    ...(from === today || !isDate(from) ? {} : { startsAt: instant(from) }),
    ...(isDate(until) ? { endsAt: instant(until) } : {}),
  };
  const params = { path: { id: pack.id } };
  const freeze = useMutation({
    mutationFn: async () =>
      (await send(
        client.POST('/manage/packages/{id}/freeze', {
          params: { ...params, header: idempotencyKey() },
          body: {
            ...span,
            ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
            ...(keepsBookings ? { keepBookings: true } : {}),
          },
        }),
      )) as Frozen,
    onSuccess: ({ name, freeze: done, expiresAt, autoRenews, cancelledBookings }) => {
      const end = done?.endsAt ?? null;
      const frozen =
        end === null ? t('client.frozenOpen', { name }) : t('client.frozenUntil', { name, date: date(end) });
      // What renews does not end then.
      const ends = expiresAt === null || autoRenews ? [] : [t('client.nowEnds', { date: date(expiresAt) })];
      const cancelled = cancelledBookings === 0 ? [] : [t('client.bookingsCancelled', { count: cancelledBookings })];
      say([frozen, ...ends, ...cancelled].join(' '));
      void refresh();
      onClose();
    },
  });
  // What the freeze would cancel; nothing is said of a freeze that is refused, before it is sent.
  const { data: preview } = useQuery({
    queryKey: ['client', pack.clientId, 'freeze-package', pack.id, from, until],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/packages/{id}/freeze', { params: { ...params, query: { dry_run: true } }, body: span }),
      )) as Preview,
    enabled: isRead && !isEarly && isAhead(freeze),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const ahead = keepsBookings ? 0 : (preview?.cancelledBookings ?? 0);
  return (
    <PackForm
      title={t('client.freezeTitle', { name: pack.name })}
      act={t('client.freezeAct')}
      isPending={freeze.isPending}
      error={freeze.error}
      onSubmit={() => {
        setChecked(true);
        if (!isEarly) freeze.mutate();
      }}
      onClose={onClose}
    >
      <p className="quiet">{t('client.freezeText')}</p>
      <div className="fields">
        <DateField label={t('client.freezeFrom')} autoFocus value={from} onChange={setFrom} />
        <DateField
          label={t('client.freezeUntil')}
          value={until}
          onChange={setUntil}
          hint={t('client.freezeUntilHint')}
          error={isChecked && isEarly ? t('client.freezeEarly') : undefined}
        />
      </div>
      <CheckField
        label={t('client.freezeKeep')}
        hint={t('client.freezeKeepHint')}
        isSelected={keepsBookings}
        onChange={setKeepsBookings}
      />
      <p className="quiet" aria-live="polite">
        {ahead > 0 && t('client.freezeCancels', { count: ahead })}
      </p>
      <Field label={t('client.reason')} value={reason} onChange={setReason} maxLength={200} />
    </PackForm>
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
  return (
    <PackForm
      title={t('client.unfreezeTitle', { name: pack.name })}
      act={t('client.unfreeze')}
      isPending={unfreeze.isPending}
      error={unfreeze.error}
      onSubmit={() => unfreeze.mutate()}
      onClose={onClose}
    >
      <p className="quiet">{t('client.unfreezeText')}</p>
    </PackForm>
  );
};
