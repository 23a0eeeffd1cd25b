import type { ReactNode } from 'react';

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}

/** A box that is ticked or not, with its label beside it. */
export const CheckField = ({ label, hint, isSelected, onChange, isDisabled = false }: CheckFieldProps) => (
  <label className="check-label">
    <input
      className="check"
      type="checkbox"
      checked={isSelected}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      {label}
      {hint !== undefined && <span className="hint">{hint}</span>}
    </span>
  </label>
);
