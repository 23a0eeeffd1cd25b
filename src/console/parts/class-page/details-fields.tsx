import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { SIGN_DRAWINGS, type Sign } from '../../../kernel/sign-drawings.ts';
import { useText } from '../../base/texts.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { type ClassDraft, DETAILS, SIGNS } from '../class-terms/class-record.ts';

/** By the category and the name of the class. */
const AUTO = 'auto';

/** A drawing as a mask, so that it takes the color of the brand. */
const maskOf = (sign: Sign): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">${SIGN_DRAWINGS[sign]}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};

interface SignFieldProps {
  /** Empty: by the category and the name. */
  readonly value: Sign | '';
  readonly onChange: (sign: Sign | '') => void;
}

/** The drawing that stands for a class without a picture, chosen by how it looks. */
const SignField = ({ value, onChange }: SignFieldProps) => {
  const t = useText();
  return (
    <RadioGroup
      className="field"
      value={value === '' ? AUTO : value}
      onChange={(sign) => onChange(sign === AUTO ? '' : (sign as Sign))}
    >
      <Label className="label">{t('classPage.sign')}</Label>
      <div className="sign-tiles">
        <Radio value={AUTO} className="sign-tile" data-auto="">
          {t('classPage.signAuto')}
        </Radio>
        {SIGNS.map(({ id, label }) => (
          <Radio key={id} value={id} className="sign-tile">
            <span className="sign-picture" style={{ maskImage: maskOf(id) }} aria-hidden="true" />
            {t(label)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
};

interface DetailsFieldsProps {
  readonly form: RecordForm<ClassDraft>;
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
