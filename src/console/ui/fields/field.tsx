import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  FieldError,
  Group,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Icon } from '../pictures/icon.tsx';

export interface FieldProps extends Omit<TextFieldProps, 'children' | 'className'> {
  /** Without it, `aria-label` says what it is. */
  readonly label?: string;
  readonly hint?: string | undefined;
  /** Why the value cannot be taken; it replaces the hint. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** Beside the label, such as a link. */
  readonly beside?: ReactNode;
}

/** Below a field: its hint, or what is wrong. */
export const Below = ({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) =>
  error === undefined ? (
    hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )
  ) : (
    <FieldError className="error">{error}</FieldError>
  );

/** A field of text: label above, hint below, and an error in place of the hint. */
export const Field = ({ label, hint, error, placeholder, beside, ...props }: FieldProps) => (
  <TextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
    {beside === undefined ? (
      label !== undefined && <Label>{label}</Label>
    ) : (
      <div className="spread">
        <Label>{label}</Label>
        {beside}
      </div>
    )}
    <Input className="input" {...(placeholder === undefined ? {} : { placeholder })} />
    <Below hint={hint} error={error} />
  </TextField>
);

/** A field for a password, which can be shown. Pasting and password managers work. */
export const PasswordField = ({ label, hint, error, beside, ...props }: FieldProps) => {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      className="field"
      type={isShown ? 'text' : 'password'}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <div className="spread">
        <Label>{label}</Label>
        {beside}
      </div>
      <Group className="input">
        <Input />
        <AriaButton
          className="affix"
          aria-label={t(isShown ? 'gate.hidePassword' : 'gate.showPassword')}
          onPress={() => setShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </AriaButton>
      </Group>
      <Below hint={hint} error={error} />
    </TextField>
  );
};
