import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
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
import { hasText } from './matches.ts';

/** Something to choose, with what tells it from others of its name. */
export interface ComboboxChoice {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
}

interface AddComboboxProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly ComboboxChoice[];
  readonly onChoose: (id: string) => void;
  /** What is typed, where the choices are looked for elsewhere; they are shown as they come. */
  readonly onType?: (text: string) => void;
}

/** A field in which a person types to find something and chooses it; then it is empty again. */
export const AddCombobox = ({ label, hint, choices, onChoose, onType }: AddComboboxProps) => {
  const t = useText();
  const [text, setText] = useState('');
  // The library opens its list again when a choice empties the field, so the field is made again.
  const [round, setRound] = useState(0);
  const found = onType === undefined ? choices.filter(({ name }) => hasText(name, text)) : choices;
  const type = (next: string): void => {
    setText(next);
    onType?.(next);
  };
  return (
    <ComboBox
      key={round}
      className="field"
      autoFocus={round > 0}
      allowsEmptyCollection
      inputValue={text}
      onInputChange={type}
      value={null}
      items={found}
      defaultFilter={() => true}
      onChange={(key) => {
        if (key === null) return;
        onChoose(String(key));
        type('');
        setRound(round + 1);
      }}
    >
      <Label>{label}</Label>
      <Group className="input">
        <Input autoComplete="off" placeholder={t('lists.pick')} />
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
          {(choice: ComboboxChoice) => (
            <ListBoxItem id={choice.id} textValue={choice.name} className="found-choice">
              <span>{choice.name}</span>
              {choice.note !== undefined && <small className="quiet">{choice.note}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};
