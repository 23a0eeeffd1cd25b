import { Group, Input, Label, Text, TextField } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';

interface ColorFieldProps {
  readonly name: string;
  readonly label: string;
  /** As it is typed. */
  readonly value: string;
  /** The color that was read last, as #rrggbb. */
  readonly color: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A color: typed as #rrggbb, or chosen with the picker of the browser. */
export const ColorField = ({ name, label, value, color, hint, error, onChange }: ColorFieldProps) => {
  const t = useText();
  return (
    <TextField
      className="field"
      name={name}
      autoComplete="off"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <Group className="input">
        <input
          type="color"
          className="swatch theme-swatch"
          aria-label={t('theme.pick')}
          value={color}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
        <Input spellCheck={false} />
      </Group>
      {error !== undefined ? (
        <Text slot="errorMessage" className="error">
          {error}
        </Text>
      ) : (
        hint !== undefined && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )
      )}
    </TextField>
  );
};
