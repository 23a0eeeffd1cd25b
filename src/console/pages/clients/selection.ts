import { useState } from 'react';
import type { Selection } from 'react-aria-components';

/** Who is selected: clients by id, or everybody whom the list has. */
export interface Picked {
  readonly ids: ReadonlySet<string>;
  readonly isEverybody: boolean;
}

const NOBODY: Picked = { ids: new Set(), isEverybody: false };

/** The selection of a list. It stays from page to page, and goes when the list becomes another. */
export const useSelection = (listKey: string, pageIds: readonly string[]) => {
  const [kept, setKept] = useState({ listKey, picked: NOBODY });
  const picked = kept.listKey === listKey ? kept.picked : NOBODY;
  const set = (ids: Iterable<string>, isEverybody = false): void =>
    setKept({ listKey, picked: { ids: new Set(ids), isEverybody } });
  return {
    picked,
    /** What the table shows as selected. */
    shown: picked.isEverybody ? new Set(pageIds) : picked.ids,
    onSelect: (selection: Selection): void =>
      set(selection === 'all' ? [...picked.ids, ...pageIds] : [...selection].map(String)),
    toggle: (id: string): void => {
      const ids = new Set(picked.isEverybody ? pageIds : picked.ids);
      if (!ids.delete(id)) ids.add(id);
      set(ids);
    },
    add: (ids: readonly string[]): void => set([...picked.ids, ...ids]),
    everybody: (): void => set(pageIds, true),
    clear: (): void => setKept({ listKey, picked: NOBODY }),
  };
};

export type ClientSelection = ReturnType<typeof useSelection>;
