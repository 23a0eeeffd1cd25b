import { createElement, type ReactNode } from 'react';

/** How a column looks, in its head and in its cells. */
interface ColumnLook {
  readonly id: string;
  readonly name: string;
  /**
   * What it is where the list is narrow: what a record is called, what is at its side, its buttons, or the buttons
   * of a payment, which have a line of their own.
   */
  readonly part?: 'lead' | 'side' | 'act' | 'pay-actions';
  /** 3 for a column that goes first where there is little room, 1 for one that looks there as it does elsewhere. */
  readonly priority?: 1 | 3;
  readonly isNumber?: boolean;
  readonly isMoment?: boolean;
  /** Whether its cells are in the quiet color; by default those of priority 3 are. */
  readonly isQuiet?: boolean;
  /** A further class of its cells. */
  readonly className?: string;
  /** The name is for screen readers alone. */
  readonly isUnnamed?: boolean;
  /** What is in the head in place of the name, such as an act on all rows. */
  readonly head?: ReactNode;
  /** Whether it says something here; by default it does. What a filter makes constant is left out. */
  readonly isShown?: boolean;
  /** The order of the list by this column: what it is now, and what a press on the head asks for. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | undefined; readonly onPress: () => void };
}

/** A column of a list: its head, and what it says of a record. */
export interface ListColumn<Each> extends ColumnLook {
  readonly cell: (row: Each) => ReactNode;
  /** A class of the cell of a record that stands out. */
  readonly classFor?: (row: Each) => string | false;
}

/** The columns that say something here. */
export const shownOf = <Column extends ColumnLook>(columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ isShown = true }) => isShown);

/** The priority that the head of a column states. A head without a name takes no room, so that it may stay. */
export const headPriority = ({ priority, isUnnamed = false }: ColumnLook): 3 | undefined =>
  priority === 3 && !isUnnamed ? priority : undefined;

export const headOf = ({ name, head, isUnnamed = false }: ColumnLook): ReactNode =>
  head ?? (isUnnamed ? createElement('span', { className: 'visually-hidden' }, name) : name);

/** What says where the cells of a column go when the list is narrow. */
export const placeOf = ({ part, priority }: ColumnLook) => {
  if (part !== undefined) return { 'data-cell': part };
  return priority === 1 ? {} : { 'data-priority': priority ?? 2 };
};

/** The classes of a cell. */
export const classOf = <Each>({ priority, isQuiet = priority === 3, ...look }: ListColumn<Each>, row: Each): string =>
  [
    look.isNumber === true && 'num',
    isQuiet && 'quiet',
    look.isMoment === true && 'moment',
    look.className,
    look.classFor?.(row),
  ]
    .filter(Boolean)
    .join(' ');
