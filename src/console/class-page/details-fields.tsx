import type { ReactNode } from 'react';
import { useText } from '../texts.tsx';
import { AreaField } from '../ui/area-field.tsx';
import { Field } from '../ui/field.tsx';
import type { ClassDetails } from './details.ts';
import { SignField } from './sign-field.tsx';

interface DetailsFieldsProps {
  readonly details: ClassDetails;
  /** The field of the picture. */
  readonly picture: ReactNode;
  readonly onChange: (details: ClassDetails) => void;
}

/** What members read about a class before they book it. Folded, as the desk needs it seldom. */
export const DetailsFields = ({ details, picture, onChange }: DetailsFieldsProps) => {
  const t = useText();
  const set = (part: Partial<ClassDetails>): void => onChange({ ...details, ...part });
  return (
    <details className="class-details">
      <summary>{t('classPage.title')}</summary>
      <div className="stack" data-gap="wide">
        <AreaField
          label={t('classPage.description')}
          hint={t('classPage.descriptionHint')}
          rows={5}
          value={details.description}
          onChange={(description) => set({ description })}
        />
        <div className="fields">
          <Field
            label={t('classPage.category')}
            hint={t('classPage.categoryHint')}
            value={details.category}
            onChange={(category) => set({ category })}
            autoComplete="off"
          />
          <Field
            label={t('classPage.level')}
            hint={t('classPage.levelHint')}
            value={details.level}
            onChange={(level) => set({ level })}
            autoComplete="off"
          />
        </div>
        <Field
          label={t('classPage.bring')}
          hint={t('classPage.bringHint')}
          value={details.bring}
          onChange={(bring) => set({ bring })}
          autoComplete="off"
        />
        <Field
          label={t('classPage.arrive')}
          hint={t('classPage.arriveHint')}
          inputMode="numeric"
          value={details.arriveMinutes}
          onChange={(arriveMinutes) => set({ arriveMinutes })}
          autoComplete="off"
        />
        {picture}
        <SignField value={details.sign} onChange={(sign) => set({ sign })} />
      </div>
    </details>
  );
};
