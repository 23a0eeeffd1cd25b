import { ChevronDown } from 'lucide-react';
import {
  Button as AriaButton,
  ComboBox,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Icon } from '../pictures/icon.tsx';
import { matches } from './matches.ts';
import type { SelectProps } from './select.tsx';

/** A field that takes one of many choices, which are found by typing any part of their names, with or without accents. */
export const SearchableSelect = ({ label, choices, value, onChange, hint }: SelectProps) => {
  const t = useText();
  const names = new Map(choices.map((choice) => [choice.name, choice]));
  return (
    <ComboBox
      className="field"
      allowsEmptyCollection
      value={value}
      onChange={(key) => {
        if (typeof key === 'string') onChange(key);
      }}
      defaultItems={choices.map((choice) => ({ ...choice }))}
      defaultFilter={(name, typed) => matches([name, names.get(name)?.find ?? ''], typed)}
    >
      <Label>{label}</Label>
      <Group className="input">
        <Input autoComplete="off" data-held={value} onFocus={({ currentTarget }) => currentTarget.select()} />
        <AriaButton className="affix" aria-label={t('lists.pickShow')}>
          <Icon of={ChevronDown} />
        </AriaButton>
      </Group>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <Popover className="popover">
        <ListBox
          className="menu options"
          renderEmptyState={() => <p className="small quiet pad">{t('lists.pickNothing')}</p>}
        >
          {({ id, name }: SelectProps['choices'][number]) => (
            <ListBoxItem id={id} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};
