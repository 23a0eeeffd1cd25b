import { useState } from 'react';
import type { Selection } from 'react-aria-components';
import { useShortcut } from '../ui/keys/shortcuts.ts';

/** What is selected: records by id, or all that the list has. */
export interface Picked {
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
}

const NOTHING: Picked = { ids: new Set(), isAll: false };

/** The selection of a list. It stays from page to page, and goes when the list becomes another, or with Escape. */
export const useSelection = (listKey: string | undefined, pageIds: readonly string[]) => {
  const [kept, setKept] = useState({ listKey, picked: NOTHING });
  const picked = kept.listKey === listKey ? kept.picked : NOTHING;
  const set = (ids: Iterable<string>, isAll = false): void =>
    setKept({ listKey, picked: { ids: new Set(ids), isAll } });
  const clear = (): void => setKept({ listKey, picked: NOTHING });
  useShortcut('Escape', () => (picked.ids.size > 0 || picked.isAll) && clear());
  return {
    picked,
    /** What the table shows as selected. */
    selected: picked.isAll ? new Set(pageIds) : picked.ids,
    onSelect: (selection: Selection): void =>
      set(selection === 'all' ? [...picked.ids, ...pageIds] : [...selection].map(String)),
    toggle: (id: string): void => {
      const ids = new Set(picked.isAll ? pageIds : picked.ids);
      if (!ids.delete(id)) ids.add(id);
      set(ids);
    },
    add: (ids: readonly string[]): void => set([...picked.ids, ...ids]),
    all: (): void => set(pageIds, true),
    clear,
  };
};

export type ListSelection = ReturnType<typeof useSelection>;
