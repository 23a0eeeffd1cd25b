import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import type { PackProps } from '../../../parts/client/pack-record.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { useZoneOf } from '../../../session/session.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Moves the renewals of a package to another day of the month. */
export const RenewalDay = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const timezone = useZoneOf()(pack.siteId);
  const { date } = useFormats(timezone);
  const refresh = useRefreshClient();
  const [day, setDay] = useState(String(pack.billingDay ?? 1));
  const move = useMutation({
    mutationFn: () =>
      send(
        client.PATCH('/manage/packages/{id}', { params: { path: { id: pack.id } }, body: { billingDay: Number(day) } }),
      ),
    onSuccess: ({ name, nextRenewalAt }) => {
      if (nextRenewalAt !== null) say(t('client.renewalMoved', { name, date: date(nextRenewalAt) }));
      void refresh();
      onClose();
    },
  });
  const form = useForm({ act: move, submit: () => move.mutate() });
  return (
    <DialogForm
      form={form}
      title={t('client.renewalDayTitle', { name: pack.name })}
      act={t('client.renewalDayAct')}
      onClose={onClose}
    >
      <Select
        label={t('client.renewalDayLabel')}
        choices={DAYS.map((id) => ({ id, name: id }))}
        value={day}
        onChange={setDay}
      />
      {pack.expiresAt !== null && <p className="quiet">{t('client.renewalDayHint', { date: date(pack.expiresAt) })}</p>}
    </DialogForm>
  );
};
