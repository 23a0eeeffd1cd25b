import type { ReactNode } from 'react';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { MomentField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { useFieldWords } from './field-words.ts';

/** A part of the form that has a mark while it is changed. */
export const One = ({ edit, name, children }: { edit: Edit; name: string; children: ReactNode }) => (
  <div className="one" data-changed={name in edit.changed ? '' : undefined}>
    {children}
  </div>
);

interface OneFieldProps {
  readonly edit: Edit;
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly type?: 'text' | 'url' | 'moment';
  /** How many lines it has; by default one. */
  readonly rows?: number;
}

/** A text of an entry. Once it is changed, it says what was there before. */
export const OneField = ({ edit, name, hint, error, type = 'text', rows }: OneFieldProps) => {
  const t = useText();
  const { nameOf, shownOf } = useFieldWords();
  const before =
    name in edit.changed && rows === undefined
      ? t('edit.before', { value: shownOf(name, edit.base[name] ?? '') })
      : undefined;
  const own = {
    name,
    label: nameOf(name),
    value: edit.draft[name] ?? '',
    onChange: (value: string) => edit.set(name, value),
    autoComplete: 'off',
    error: error ?? edit.error?.detail(name),
    hint: [hint, before].filter((each) => each !== undefined).join(' ') || undefined,
  };
  return (
    <One edit={edit} name={name}>
      {type === 'moment' && <MomentField {...own} />}
      {type !== 'moment' && rows === undefined && <Field {...own} type={type} />}
      {rows !== undefined && <AreaField {...own} rows={rows} spellCheck="true" />}
    </One>
  );
};
