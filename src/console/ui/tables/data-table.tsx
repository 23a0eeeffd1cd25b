import { Fragment, type ReactNode } from 'react';
import { classOf, headOf, headPriority, type ListColumn, placeOf, shownOf } from './columns.ts';

/** Rows below a heading of their own. */
export interface Section<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
}

interface DataTableProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  /** What the table lists, where no heading says it. */
  readonly caption?: string;
  /** The id of the heading that says what it lists. */
  readonly labelledBy?: string;
  readonly className?: string;
  /** Whether the rows stay rows where there is little room; by default they are cards there. */
  readonly isGrid?: boolean;
  /** Whether the first column says what a row is about. */
  readonly hasRowHeads?: boolean;
  /** The rows in sections; those without rows are left out. By default they have none. */
  readonly sections?: readonly Section<Row>[] | undefined;
}

/** A table of which each column says its head and its cells. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { rows, keyOf, caption, labelledBy, className = 'data', isGrid, hasRowHeads, sections } = props;
  const columns = shownOf(props.columns);
  const cellOf = (column: ListColumn<Row>, index: number, row: Row): ReactNode => {
    const look = { className: classOf(column, row) || undefined, ...placeOf(column) };
    return hasRowHeads === true && index === 0 ? (
      <th key={column.id} scope="row" {...look}>
        {column.cell(row)}
      </th>
    ) : (
      <td key={column.id} {...look}>
        {column.cell(row)}
      </td>
    );
  };
  return (
    <table className={className} data-cards={isGrid === true ? undefined : ''} aria-labelledby={labelledBy}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              data-priority={headPriority(column)}
              className={column.isNumber === true ? 'num' : undefined}
            >
              {headOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(sections ?? [{ name: '', rows }])
          .filter((section) => section.rows.length > 0)
          .map((section) => (
            <Fragment key={section.name}>
              {section.name !== '' && (
                <tr data-section="">
                  <td colSpan={columns.length}>{section.name}</td>
                </tr>
              )}
              {section.rows.map((row, at) => (
                <tr key={keyOf(row, at)}>{columns.map((column, index) => cellOf(column, index, row))}</tr>
              ))}
            </Fragment>
          ))}
      </tbody>
    </table>
  );
};
