import { ChevronDown } from 'lucide-react';
import {
  Button as AriaButton,
  Select as AriaSelect,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { Icon } from '../pictures/icon.tsx';
import { SearchableSelect } from './searchable-select.tsx';

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What else it is found by. A list whose choices have it is found by typing. */
  readonly find?: string;
}

export interface SelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly hint?: string;
}

const PlainSelect = ({ label, choices, value, onChange, hint }: SelectProps) => (
  <AriaSelect
    className="field"
    value={value}
    onChange={(key) => {
      if (typeof key === 'string') onChange(key);
    }}
  >
    <Label className="label">{label}</Label>
    <AriaButton className="input" data-select="" data-held={value}>
      <SelectValue className="clip" />
      <Icon of={ChevronDown} />
    </AriaButton>
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <Popover className="popover">
      <ListBox className="menu options" items={choices.map((choice) => ({ ...choice }))}>
        {({ id, name }) => (
          <ListBoxItem id={id} textValue={name}>
            {name}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
);

/** A field that takes one of some choices; of many, they are found by typing. */
export const Select = (props: SelectProps) =>
  props.choices.some(({ find }) => find !== undefined) ? <SearchableSelect {...props} /> : <PlainSelect {...props} />;
