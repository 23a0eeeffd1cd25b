import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { type Entry, foundEntriesQuery, typesQuery } from '../../../parts/content/queries.ts';
import { useTypeWords } from '../../../parts/content/words.ts';
import { AddCombobox } from '../../../ui/choices/add-combobox.tsx';

interface AddChildProps {
  readonly label: string;
  /** Entries that are not offered. */
  readonly without: readonly string[];
  readonly onAdd: (entry: Entry) => void;
}

/** Finds an entry by its title. */
export const AddChild = ({ label, without, onAdd }: AddChildProps) => {
  const t = useText();
  const [text, setText] = useState('');
  const { data = [] } = useQuery(foundEntriesQuery(text.trim()));
  const { data: types = [] } = useQuery(typesQuery);
  const words = useTypeWords(types);
  const found = text.trim() === '' ? [] : data.filter(({ id }) => !without.includes(id));
  return (
    <AddCombobox
      label={label}
      hint={t('content.addChildHint')}
      choices={found.map(({ id, title, type }) => ({ id, name: title, note: words.nameOf(type) }))}
      onType={setText}
      onChoose={(id) => {
        const chosen = found.find((each) => each.id === id);
        if (chosen !== undefined) onAdd(chosen);
      }}
    />
  );
};
