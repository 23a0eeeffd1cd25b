import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormCard } from '../../../forms/form-card.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type ClientDraft, propertyPath } from '../../../parts/client/client-record.ts';
import { AddRow } from '../../../ui/fields/add-row.tsx';
import { Field } from '../../../ui/fields/field.tsx';

interface CustomPropertiesProps {
  readonly form: RecordForm<ClientDraft>;
  readonly names: readonly string[];
  readonly stored: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** Further facts about a client, by names of the studio's own. */
export const CustomProperties = ({ form, names, stored, onAdd }: CustomPropertiesProps) => {
  const t = useText();
  const [name, setName] = useState('');
  const add = (): void => {
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <FormCard title={t('client.partProperties')}>
      <div className="stack" data-gap="wide" data-rows="">
        <FormFields
          form={form}
          isGrid
          only={names.map(propertyPath) as (keyof ClientDraft)[]}
          hints={Object.fromEntries(stored.map((each) => [propertyPath(each), t('client.propertyHint')]))}
        />
        <div className="row property-new">
          <Field label={t('client.propertyName')} value={name} onChange={setName} />
          <AddRow isLarge onAdd={add}>
            {t('client.propertyAdd')}
          </AddRow>
        </div>
      </div>
    </FormCard>
  );
};
