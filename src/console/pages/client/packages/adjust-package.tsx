import { useMutation } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Group, Input, Label, NumberField } from 'react-aria-components';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../texts.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { say } from '../../../ui/toasts.tsx';
import { useRefreshClient } from '../use-change.ts';
import { PackForm, type PackProps } from './pack-form.tsx';

/** Gives credits to a package or takes some away, with a reason for the ledger. */
export const AdjustPackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const keyFor = useKeyFor();
  const refresh = useRefreshClient();
  const left = pack.creditsRemaining ?? 0;
  const [delta, setDelta] = useState(1);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const problem = reason.trim() === '' ? t('client.adjustReasonMissing') : undefined;
  const adjust = useMutation({
    mutationFn: () => {
      const body = { delta, reason: reason.trim() };
      return send(
        client.POST('/manage/packages/{id}/adjust', { params: { path: { id: pack.id }, header: keyFor(body) }, body }),
      );
    },
    onSuccess: ({ name, creditsRemaining }) => {
      say(t('client.adjusted', { name, count: creditsRemaining ?? 0 }));
      void refresh();
      onClose();
    },
  });
  return (
    <PackForm
      title={t('client.adjustTitle', { name: pack.name })}
      act={t('client.adjustAct')}
      isPending={adjust.isPending}
      error={adjust.error}
      onSubmit={() => {
        setChecked(true);
        if (problem === undefined && delta !== 0) adjust.mutate();
      }}
      onClose={onClose}
    >
      <NumberField
        className="field"
        value={delta}
        onChange={(value) => setDelta(Number.isNaN(value) ? 0 : value)}
        minValue={-left}
        formatOptions={{ signDisplay: 'exceptZero' }}
      >
        <Label>{t('client.adjustDelta')}</Label>
        <Group className="input">
          <AriaButton slot="decrement" className="affix">
            <Icon of={Minus} />
          </AriaButton>
          <Input />
          <AriaButton slot="increment" className="affix">
            <Icon of={Plus} />
          </AriaButton>
        </Group>
      </NumberField>
      <p className="quiet" aria-live="polite">
        {t('client.adjustOutcome', { before: left, after: left + delta })}
      </p>
      <Field
        label={t('client.reason')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        error={isChecked ? problem : undefined}
      />
    </PackForm>
  );
};
