import { useRef } from 'react';
import { useShortcut } from '../../shell/shortcuts.ts';

const ROWS = '.clients-table [role="row"][data-key]';
const rowsOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(ROWS)];
const focused = (rows: readonly HTMLElement[]): number => rows.findIndex((row) => row.contains(document.activeElement));

/** Puts the focus on the first row, where there is one. */
export const focusFirstRow = (): void => rowsOf()[0]?.focus();

interface RowKeys {
  /** Selects or deselects a row. */
  readonly onToggle: (id: string) => void;
  /** Selects all rows of a range. */
  readonly onRange: (ids: readonly string[]) => void;
}

/** Keys of the list of clients: `J` and `K` go to the next and the previous row, `X` selects, `Shift X` selects a range. */
export const useRowKeys = ({ onToggle, onRange }: RowKeys): void => {
  const anchor = useRef<string>(undefined);
  const move = (step: number): unknown => {
    const rows = rowsOf();
    const index = focused(rows);
    const next = rows[index < 0 ? 0 : index + step];
    if (next === undefined) return rows.length > 0;
    next.focus();
    return next.scrollIntoView({ block: 'nearest' });
  };
  const select = (isRange: boolean): unknown => {
    const rows = rowsOf();
    const index = focused(rows);
    const id = rows[index]?.dataset.key;
    if (id === undefined) return false;
    const from = rows.findIndex(({ dataset }) => dataset.key === anchor.current);
    anchor.current = id;
    if (!isRange || from < 0) return onToggle(id);
    const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    return onRange(range.flatMap(({ dataset }) => dataset.key ?? []));
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  useShortcut('x', () => select(false));
  useShortcut('Shift x', () => select(true));
};
