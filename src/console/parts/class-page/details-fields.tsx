import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { type ClassDraft, DETAILS } from '../class-terms/class-record.ts';
import { SignField } from './sign-field.tsx';

interface DetailsFieldsProps {
  readonly form: RecordForm<ClassDraft>;
  /** The field of the picture. */
  readonly picture: ReactNode;
}

/** What members read about a class before they book it. Folded, as the desk needs it seldom. */
export const DetailsFields = ({ form, picture }: DetailsFieldsProps) => {
  const t = useText();
  return (
    <details className="class-details">
      <summary>{t('classPage.title')}</summary>
      <div className="stack" data-gap="wide">
        <FormFields
          form={form}
          only={DETAILS}
          behind={{ arriveMinutes: picture }}
          drawn={{ sign: <SignField value={form.draft.sign} onChange={(sign) => form.set('sign', sign)} /> }}
        />
      </div>
    </details>
  );
};
