import { useState } from 'react';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AddRow } from '../../../ui/add-row.tsx';
import { Field } from '../../../ui/field.tsx';
import { propertyNames, propertyPath } from './fields.ts';

/** Further facts about a client, by names of the studio's own. An empty value removes one. */
export const CustomProperties = ({ edit }: { edit: Edit }) => {
  const t = useText();
  const [name, setName] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([...propertyNames(edit.draft), ...added])];
  const title = t('client.partProperties');
  const add = (): void => {
    if (name.trim() === '') return;
    setAdded([...added, name.trim()]);
    setName('');
  };
  return (
    <section className="card details-part" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="body fields" data-rows="">
        {names.map((each) => (
          <div key={each} className="one" data-changed={propertyPath(each) in edit.changed ? '' : undefined}>
            <Field
              label={each}
              value={edit.draft[propertyPath(each)] ?? ''}
              onChange={(value) => edit.set(propertyPath(each), value)}
              hint={propertyPath(each) in edit.base ? t('client.propertyHint') : undefined}
            />
          </div>
        ))}
        <div className="row property-new" data-wide="">
          <Field label={t('client.propertyName')} value={name} onChange={setName} />
          <AddRow isLarge onAdd={add}>
            {t('client.propertyAdd')}
          </AddRow>
        </div>
      </div>
    </section>
  );
};
