import { FieldError, Label, Radio, RadioGroup, Text } from 'react-aria-components';

interface RadioFieldProps<Id extends string> {
  readonly label: string;
  /** Below the choices. */
  readonly hint?: string;
  /** null while nothing is chosen. */
  readonly value: Id | null;
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly hint?: string }[];
  readonly onChange: (id: Id) => void;
  /** What is wrong, in place of the hint. */
  readonly error?: string | undefined;
}

/** A question with one answer, each choice a radio button with its label beside it. */
export const RadioField = <Id extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
  error,
}: RadioFieldProps<Id>) => (
  <RadioGroup className="field" value={value} onChange={(id) => onChange(id as Id)} isInvalid={error !== undefined}>
    <Label className="label">{label}</Label>
    {choices.map((choice) => (
      <Radio key={choice.id} value={choice.id} className="check-label">
        <span className="check" data-radio="" aria-hidden="true" />
        <span>
          {choice.label}
          {choice.hint !== undefined && <span className="hint"> {choice.hint}</span>}
        </span>
      </Radio>
    ))}
    <FieldError className="error">{error}</FieldError>
    {hint !== undefined && error === undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
  </RadioGroup>
);
