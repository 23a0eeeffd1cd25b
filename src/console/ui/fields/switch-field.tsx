import { type ReactNode, useId } from 'react';

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** A switch with its name before it, which takes the whole line. */
export const SwitchField = ({ label, hint, isSelected, onChange }: SwitchFieldProps) => {
  const id = useId();
  return (
    <label className="switch-field">
      <span>
        <span id={id} className="name">
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={isSelected}
        aria-checked={isSelected}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
};
