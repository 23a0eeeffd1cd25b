import { FieldError, Label, Text, TextArea, TextField, type TextFieldProps } from 'react-aria-components';

interface AreaFieldProps extends Omit<TextFieldProps, 'children' | 'className'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly rows?: number;
}

/** A field of several lines: label above, hint below, and an error in place of the hint. */
export const AreaField = ({ label, hint, error, rows = 3, ...props }: AreaFieldProps) => (
  <TextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
    <Label>{label}</Label>
    <TextArea className="input" rows={rows} />
    {error === undefined ? (
      hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )
    ) : (
      <FieldError className="error">{error}</FieldError>
    )}
  </TextField>
);
