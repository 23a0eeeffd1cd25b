import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import type { Choice } from '../choices/select.tsx';

interface ChipsFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** A field that takes some of a few choices, each a chip. What is chosen and not among them stays, such as a site of colleagues. */
export const ChipsField = ({ label, hint, choices, chosen, onChange }: ChipsFieldProps) => {
  const others = chosen.filter((id) => !choices.some((choice) => choice.id === id));
  return (
    <CheckboxGroup
      className="field"
      value={[...chosen]}
      onChange={(ids) => onChange([...new Set([...ids, ...others])])}
    >
      <Label className="label">{label}</Label>
      <div className="many">
        {choices.map(({ id, name }) => (
          <Checkbox key={id} value={id} className="chip state-chip">
            {name}
          </Checkbox>
        ))}
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </CheckboxGroup>
  );
};
