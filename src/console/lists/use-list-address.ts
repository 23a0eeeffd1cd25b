import { useState } from 'react';
import { idOf } from './filters/filters.ts';
import type { Step } from './record-list.tsx';

/** How the address changes when a panel opens: a panel that is open already adds no entry to the history. */
interface PanelChange {
  readonly replace: boolean;
  readonly resetScroll: false;
}

/**
 * The row of a list whose panel is open, as the address has it.
 * @param value what the address names.
 * @param onChange writes the row into the address; undefined where the panel closes.
 */
const useOpenRow = (value: string | undefined, onChange: (id: string | undefined, change: PanelChange) => void) => {
  const open = idOf(value);
  const [takesFocus, setTakesFocus] = useState(true);
  const show = (id: string | undefined): void => {
    // Walking the rows with an open panel keeps the focus on the rows.
    setTakesFocus(open === undefined || open === id);
    onChange(id, { replace: open !== undefined, resetScroll: false });
  };
  return { open, takesFocus, show };
};

type Address = Readonly<Record<string, string>>;

/** How the address changes besides its words. */
interface AddressChange {
  readonly replace?: boolean;
  readonly resetScroll?: false;
}

/** What the address of a list says, and what changes it. */
export interface ListAddress {
  /** Filters the list by a value, or no longer. It begins again, without an open row. */
  readonly set: (id: string, value: string | undefined, change?: AddressChange) => void;
  readonly clear: () => void;
  /** Goes to another page of the list. */
  readonly place: (step: Step) => void;
  /** The row whose panel is open. */
  readonly open: string | undefined;
  /** Whether the panel takes the focus: walking the rows with an open panel keeps it on the rows. */
  readonly takesFocus: boolean;
  readonly show: (id: string | undefined) => void;
}

/** A list whose filters, place and open row are in the address. @param go writes the address */
export const useListAddress = (
  search: Readonly<Record<string, string | undefined>>,
  go: (search: Address, change?: AddressChange) => void,
): ListAddress => {
  const without = (...names: readonly string[]): Address =>
    Object.fromEntries(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || names.includes(name) ? [] : [[name, value] as const],
      ),
    );
  const row = useOpenRow(search.open, (id, change) => {
    const others = without('open');
    go(id === undefined ? others : { ...others, open: id }, change);
  });
  return {
    ...row,
    set: (id, value, change) => {
      const others = without('after', 'before', 'open', id);
      go(value === undefined ? others : { ...others, [id]: value }, change);
    },
    clear: () => go({}),
    place: (step) => go({ ...without('after', 'before', 'open'), ...step }),
  };
};
