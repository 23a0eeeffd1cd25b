import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

interface ChoiceChipsProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

/** Chooses what a list shows: one of some choices, side by side. */
export const ChoiceChips = ({ label, value, choices, onChoose }: ChoiceChipsProps) => (
  <ToggleButtonGroup
    className="state-chips"
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={([key]) => key !== undefined && key !== value && onChoose(String(key))}
  >
    {choices.map(({ id, name }) => (
      <ToggleButton key={id} id={id} className="chip state-chip">
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
