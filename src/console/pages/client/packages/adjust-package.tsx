import { Minus, Plus } from 'lucide-react';
import { Button as AriaButton, Group, Input, Label, NumberField } from 'react-aria-components';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { adjustFields, PACK_CHANGES, type PackProps } from '../../../parts/client/pack-record.ts';
import { Below } from '../../../ui/fields/field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

interface DeltaProps {
  readonly value: string;
  /** How many credits can be taken away. */
  readonly left: number;
  readonly error: string | undefined;
  readonly onChange: (delta: string) => void;
}

/** How many credits are given, or taken away. */
const Delta = ({ value, left, error, onChange }: DeltaProps) => {
  const t = useText();
  return (
    <NumberField
      className="field"
      data-path="delta"
      value={Number(value)}
      onChange={(delta) => onChange(Number.isNaN(delta) ? '0' : String(delta))}
      minValue={-left}
      formatOptions={{ signDisplay: 'exceptZero' }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
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
      <Below error={error} />
    </NumberField>
  );
};

/** Gives credits to a package or takes some away, with a reason for the ledger. */
export const AdjustPackage = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const left = pack.creditsRemaining ?? 0;
  const form = useNewRecord(adjustFields, {
    kind: PACK_CHANGES,
    create: (body, header) =>
      send(client.POST('/manage/packages/{id}/adjust', { params: { path: { id: pack.id }, header }, body })),
    onCreated: ({ name, creditsRemaining }) => {
      say(t('client.adjusted', { name, count: creditsRemaining ?? 0 }));
      onClose();
    },
  });
  const { delta } = form.draft;
  return (
    <DialogForm
      form={form}
      title={t('client.adjustTitle', { name: pack.name })}
      act={t('client.adjustAct')}
      onClose={onClose}
    >
      <FormFields
        form={form}
        drawn={{
          delta: (
            <Delta
              value={delta}
              left={left}
              error={form.errorOf('delta')}
              onChange={(held) => form.set('delta', held)}
            />
          ),
        }}
        behind={{
          delta: (
            <p className="quiet" aria-live="polite">
              {t('client.adjustOutcome', { before: left, after: left + Number(delta) })}
            </p>
          ),
        }}
      />
    </DialogForm>
  );
};
