import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import type { Unit } from '../../formats/read-length.ts';
import { Select } from '../../ui/choices/select.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { LengthField } from '../../ui/fields/length-field.tsx';
import type { WrittenProps } from '../../ui/fields/written-field.tsx';
import { NONE, type Rule, ruleFields } from './rules.ts';

interface RuleFieldProps {
  readonly rule: Rule;
  /** Empty: as the studio's rules. */
  readonly value: string;
  /** What the studio's rules say, in words; undefined for anyone who may not read them. */
  readonly studio: string | undefined;
  readonly error: string | undefined;
  /** Whether it may follow the studio again automatically. */
  readonly mayFollow: boolean;
  readonly onChange: (value: string) => void;
}

/** A number that is not typed yet. */
const UNTYPED = ' ';

/** A number, or a length of time. */
const NumberField = ({ unit, ...props }: WrittenProps & { readonly unit: Unit | undefined }) =>
  unit === undefined ? (
    <Field {...props} inputMode="numeric" autoComplete="off" />
  ) : (
    <LengthField {...props} unit={unit} />
  );

/** One rule of booking: the rule of the studio by default, which is shown, or a rule of its own. */
export const RuleField = ({ rule: { name, spec }, value, studio, error, mayFollow, onChange }: RuleFieldProps) => {
  const t = useText();
  const field = ruleFields[name];
  const label = t(field.label);
  const asStudio = studio === undefined ? t('classTerms.asStudio') : t('classTerms.asStudioSays', { value: studio });
  const own = studio === undefined ? t('classTerms.own') : t('classTerms.ownNotStudio', { value: studio });
  const hint = value.trim() === '' ? asStudio : own;
  if (field.kind === 'choice') {
    const answers = field.answers.map((answer) => ({ id: answer.id, name: t(answer.label) }));
    const choices = [{ id: '', name: t('classTerms.asStudio') }, ...answers];
    return <Select label={label} choices={choices} value={value} onChange={onChange} hint={hint} />;
  }
  const unit = spec.kind === 'number' ? spec.unit : undefined;
  if (spec.empty !== undefined) {
    const chosen = value === '' || value === NONE ? value : 'own';
    return (
      <div className="stack">
        <Select
          label={label}
          choices={present([
            mayFollow && { id: '', name: t('classTerms.asStudio') },
            { id: NONE, name: t('classTerms.saysNothing', { meaning: t(spec.empty) }) },
            { id: 'own', name: t('classTerms.ownNumber') },
          ])}
          value={chosen}
          onChange={(id) => onChange(id === 'own' ? UNTYPED : id)}
          hint={hint}
        />
        {chosen === 'own' && (
          <NumberField
            name={name}
            unit={unit}
            label={t('classTerms.ownNumber')}
            value={value.trim()}
            onChange={(typed) => onChange(typed.trim() === '' ? UNTYPED : typed)}
            error={error}
          />
        )}
      </div>
    );
  }
  return <NumberField {...{ name, unit, label, value, onChange, error, hint }} />;
};
