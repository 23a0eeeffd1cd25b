import { useText } from '../texts.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { Field } from '../ui/field.tsx';
import type { ClassTerms, TermsProblems } from './terms.ts';

interface LinkFieldsProps {
  readonly terms: ClassTerms;
  readonly problems: TermsProblems;
  readonly onChange: (terms: ClassTerms) => void;
}

/** Whether a class is held online, and the link to it. */
export const LinkFields = ({ terms, problems, onChange }: LinkFieldsProps) => {
  const t = useText();
  return (
    <>
      <CheckField
        label={t('classTerms.online')}
        isSelected={terms.isOnline}
        onChange={(isOnline) => onChange({ ...terms, isOnline })}
      />
      {terms.isOnline && (
        <Field
          label={t('classTerms.link')}
          hint={t('classTerms.linkHint')}
          type="url"
          autoComplete="off"
          value={terms.link}
          onChange={(link) => onChange({ ...terms, link })}
          error={problems.link}
        />
      )}
    </>
  );
};
