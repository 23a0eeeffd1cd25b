import type { Step } from './record-list.tsx';
import { useOpenRow } from './use-open-row.ts';

type Address = Readonly<Record<string, string>>;

/** How the address changes besides its words. */
interface Change {
  readonly replace?: boolean;
  readonly resetScroll?: false;
}

/** What the address of a list says, and what changes it. */
export interface ListAddress {
  /** Filters the list by a value, or no longer. It begins anew, without an open row. */
  readonly set: (id: string, value: string | undefined, change?: Change) => void;
  readonly clear: () => void;
  /** Goes to another page of the list. */
  readonly place: (step: Step) => void;
  /** The row whose panel is open. */
  readonly open: string | undefined;
  /** Whether the panel takes the focus: walking the rows with an open panel keeps it on the rows. */
  readonly takesFocus: boolean;
  readonly show: (id: string | undefined) => void;
}

/** A list whose filters, place and open row stand in the address. @param go writes the address */
export const useListAddress = (
  search: Readonly<Record<string, string | undefined>>,
  go: (search: Address, change?: Change) => void,
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
