import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import type { Entry } from '../../../parts/content/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { AddChild } from '../program/add-child.tsx';

interface EntryPicksProps {
  readonly label: string;
  /** The entries whose titles are known. */
  readonly known: readonly Entry[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Some entries in an order, found by their titles. */
export const EntryPicks = ({ label, known, chosen, onChange }: EntryPicksProps) => {
  const t = useText();
  const [added, setAdded] = useState<readonly Entry[]>([]);
  const titleOf = (id: string): string => [...added, ...known].find((each) => each.id === id)?.title ?? '…';
  return (
    <div className="stack">
      <AddChild
        label={label}
        without={chosen}
        onAdd={(entry) => {
          setAdded([...added, entry]);
          onChange([...chosen, entry.id]);
        }}
      />
      {chosen.length > 0 && (
        <ul className="own-list ruled" aria-label={t('lists.picked', { name: label })}>
          {chosen.map((id) => (
            <li key={id}>
              <span className="who">{titleOf(id)}</span>
              <Button
                size="small"
                variant="quiet"
                iconOnly
                aria-label={t('content.takeOut', { name: titleOf(id) })}
                onPress={() => onChange(chosen.filter((each) => each !== id))}
                icon={X}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
