import { useState } from 'react';
import { idOf } from './filters/filters.ts';

/** How the address changes when a panel opens: a panel that is open already adds no entry to the history. */
interface Change {
  readonly replace: boolean;
  readonly resetScroll: false;
}

/**
 * The row of a list whose panel is open, as the address has it.
 * @param value what the address names.
 * @param onChange writes the row into the address; undefined where the panel closes.
 */
export const useOpenRow = (value: string | undefined, onChange: (id: string | undefined, change: Change) => void) => {
  const open = idOf(value);
  const [takesFocus, setTakesFocus] = useState(true);
  const show = (id: string | undefined): void => {
    // Walking the rows with an open panel keeps the focus on the rows.
    setTakesFocus(open === undefined || open === id);
    onChange(id, { replace: open !== undefined, resetScroll: false });
  };
  return { open, takesFocus, show };
};
