import { X } from 'lucide-react';
import { Button as AriaButton, Tag, TagGroup, TagList } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Icon } from '../pictures/icon.tsx';
import { AddCombobox } from './add-combobox.tsx';
import type { Choice } from './select.tsx';

interface MultiSelectProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** A field that takes some of many choices: they are found by typing, and each that is chosen has a way to drop it. */
export const MultiSelect = ({ label, hint, choices, chosen, onChange }: MultiSelectProps) => {
  const t = useText();
  const nameOf = (id: string): string => choices.find((each) => each.id === id)?.name ?? '…';
  return (
    <div className="field">
      <AddCombobox
        label={label}
        hint={hint}
        choices={choices.filter(({ id }) => !chosen.includes(id))}
        onChoose={(id) => onChange([...chosen, id])}
      />
      {chosen.length > 0 && (
        <TagGroup
          aria-label={t('lists.picked', { name: label })}
          className="picked"
          onRemove={(keys) => onChange(chosen.filter((id) => !keys.has(id)))}
        >
          <TagList className="chip-list" items={chosen.map((id) => ({ id, name: nameOf(id) }))}>
            {({ name }) => (
              <Tag className="chip" data-set="" textValue={name}>
                <span className="clip">{name}</span>
                <AriaButton slot="remove" aria-label={t('lists.pickDrop', { name })}>
                  <Icon of={X} />
                </AriaButton>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
};
