import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Cell, Checkbox, Column, Row, type Selection, Table, TableBody, TableHeader } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useShortcut } from '../keys/shortcuts.ts';
import { Icon } from '../pictures/icon.tsx';
import { classOf, headOf, headPriority, type ListColumn, placeOf, shownOf } from './columns.ts';

/** The box that selects a row of a table, or all rows of its page. */
const SelectionBox = ({ label }: { label: string }) => (
  <Checkbox slot="selection" className="select-box" aria-label={label}>
    {({ isSelected, isIndeterminate }) => (
      <span
        className="check"
        data-selected={isSelected || undefined}
        data-indeterminate={isIndeterminate || undefined}
      />
    )}
  </Checkbox>
);

type Region = RefObject<HTMLElement | null>;

const rowsOf = ({ current }: Region): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[role="row"][data-key]') ?? []),
];

/** Puts the focus on a row, or on the first one. */
export const focusRow = (region: Region, id?: string): void => {
  const rows = rowsOf(region);
  (rows.find(({ dataset }) => dataset.key === id) ?? rows[0])?.focus();
};

/** The focus goes back to the row whose panel is closed, where it was in the panel: a filter that closes it keeps the focus. */
const useFocusBack = (region: Region, openId: string | undefined): void => {
  const lastOpen = useRef(openId);
  useEffect(() => {
    const closed = lastOpen.current;
    lastOpen.current = openId;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (closed !== undefined && openId === undefined && isLost) focusRow(region, closed);
  }, [region, openId]);
};

/** `J` and `K` walk the rows; with an open panel, it shows the row. */
export const useRowWalk = (region: Region, openId: string | undefined, onOpen: (id: string) => void): void => {
  const step = (by: number): unknown => {
    const rows = rowsOf(region);
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const at = focused < 0 ? rows.findIndex(({ dataset }) => dataset.key === openId) : focused;
    const next = rows[at < 0 ? 0 : at + by];
    if (next === undefined) return rows.length > 0;
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
    return openId === undefined || onOpen(next.dataset.key ?? '');
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
};

/** The rows that are selected, and what changes that. */
interface RowSelection<Each> {
  readonly nameOf: (row: Each) => string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selection: Selection) => void;
  /** Selects or deselects a row. */
  readonly toggle: (id: string) => void;
  /** Selects rows besides those that are selected. */
  readonly add: (ids: readonly string[]) => void;
}

/** `X` selects a row, `Shift X` all rows from the last one that was selected so. */
const useRowSelection = (
  region: Region,
  selection: Pick<RowSelection<unknown>, 'toggle' | 'add'> | undefined,
): void => {
  const anchor = useRef<string>(undefined);
  const select = (isRange: boolean): unknown => {
    const rows = rowsOf(region);
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    const id = rows[index]?.dataset.key;
    if (selection === undefined || id === undefined) return false;
    const from = rows.findIndex(({ dataset }) => dataset.key === anchor.current);
    anchor.current = id;
    if (!isRange || from < 0) return selection.toggle(id);
    const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    return selection.add(range.flatMap(({ dataset }) => dataset.key ?? []));
  };
  useShortcut('x', () => select(false));
  useShortcut('Shift x', () => select(true));
};

/** The order of the table, where a column has it. */
const sortOf = <Each,>(columns: readonly ListColumn<Each>[]) => {
  for (const { id, sort } of columns) {
    if (sort?.direction !== undefined) return { sortDescriptor: { column: id, direction: sort.direction } };
  }
  return {};
};

const Head = <Each,>({ column, isRowHeader }: { column: ListColumn<Each>; isRowHeader: boolean }) => (
  <Column
    id={column.id}
    isRowHeader={isRowHeader}
    allowsSorting={column.sort !== undefined}
    textValue={column.name}
    data-priority={headPriority(column)}
    className={column.isNumber === true ? 'num' : ''}
  >
    {({ sortDirection }) => (
      <>
        {headOf(column)}
        {sortDirection !== undefined && <Icon of={sortDirection === 'ascending' ? ArrowUp : ArrowDown} />}
      </>
    )}
  </Column>
);

/** Rows below a heading of their own. */
interface RowSection<Each> {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly Each[];
  readonly isPrinted: boolean;
}

interface Line<Each> {
  readonly id: string;
  /** What it says of a record; a line without one is the heading of its section. */
  readonly row?: Each;
  readonly section?: RowSection<Each>;
}

const linesOf = <Each extends { readonly id: string }>(section: RowSection<Each>): Line<Each>[] => [
  { id: section.id, section },
  ...section.rows.map((row) => ({ id: row.id, row, section })),
];

interface RowTableProps<Each extends { readonly id: string }> {
  readonly label: string;
  readonly className?: string;
  readonly columns: readonly ListColumn<Each>[];
  readonly rows: readonly Each[];
  /** What has the table, for keys. */
  readonly region: RefObject<HTMLDivElement | null>;
  /** The row whose panel is open. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly selection?: RowSelection<Each> | undefined;
  /** The rows in sections. By default they have none. */
  readonly sections?: readonly RowSection<Each>[];
  /** Whether it is printed with a box to tick in each row. */
  readonly hasTicks?: boolean;
}

/** A table whose rows open with Enter or a press; cards where it is narrow. */
export const RowTable = <Each extends { readonly id: string }>(props: RowTableProps<Each>) => {
  const t = useText();
  const { label, className = 'data', rows, region, openId, onOpen, selection, sections, hasTicks } = props;
  const columns = shownOf(props.columns);
  const lead = columns.findIndex(({ part }) => part === 'lead');
  const lines: readonly Line<Each>[] = sections?.flatMap(linesOf) ?? rows.map((row) => ({ id: row.id, row }));
  useFocusBack(region, openId);
  useRowSelection(region, selection);
  return (
    <div className="table-region" ref={region}>
      <Table
        aria-label={label}
        className={className}
        data-cards=""
        data-print-ticks={hasTicks === true ? '' : undefined}
        selectionMode={selection === undefined ? 'none' : 'multiple'}
        {...(selection === undefined
          ? {}
          : { selectedKeys: selection.selected, onSelectionChange: selection.onSelect })}
        {...sortOf(columns)}
        onSortChange={({ column }) => columns.find(({ id }) => id === column)?.sort?.onPress()}
        onRowAction={(key) => onOpen(String(key))}
      >
        <TableHeader>
          {selection !== undefined && (
            <Column>
              <SelectionBox label={t('lists.selectPage')} />
            </Column>
          )}
          {columns.map((column, index) => (
            <Head key={column.id} column={column} isRowHeader={index === Math.max(lead, 0)} />
          ))}
        </TableHeader>
        <TableBody items={lines} dependencies={[openId, columns]}>
          {({ id, row, section }) => {
            const print = section?.isPrinted === false ? 'no' : undefined;
            if (row === undefined) {
              return (
                <Row id={id} data-section="" data-print={print} isDisabled>
                  <Cell colSpan={columns.length}>{section?.name}</Cell>
                </Row>
              );
            }
            // Rows have no text value: typing ahead would move the focus by the letters that are actions here.
            return (
              <Row id={id} data-open={id === openId ? '' : undefined} data-print={print}>
                {selection !== undefined && (
                  <Cell data-cell="select">
                    <SelectionBox label={t('lists.select', { name: selection.nameOf(row) })} />
                  </Cell>
                )}
                {columns.map((column) => (
                  <Cell key={column.id} className={classOf(column, row)} {...placeOf(column)}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </Row>
            );
          }}
        </TableBody>
      </Table>
    </div>
  );
};
