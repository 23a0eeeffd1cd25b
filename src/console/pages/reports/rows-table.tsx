import type { ReactNode } from 'react';
import { useText } from '../../texts.tsx';

export interface Column<Row> {
  readonly name: string;
  readonly isNumber?: boolean;
  /** 3 for a column that goes first where there is little room. */
  readonly priority?: 3;
  readonly cell: (row: Row) => ReactNode;
}

interface RowsTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table of a report. The first column says what a row is about. */
export const RowsTable = <Row,>({ caption, columns, rows, keyOf }: RowsTableProps<Row>) => {
  const t = useText();
  if (rows.length === 0) return <p className="body quiet">{t('reports.noRows')}</p>;
  return (
    <div className="table-region">
      <table className="data">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, priority }) => (
              <th key={name} scope="col" className={isNumber === true ? 'num' : undefined} data-priority={priority}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, priority, cell }, index) =>
                index === 0 ? (
                  <th key={name} scope="row" className="strong">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} className={isNumber === true ? 'num' : undefined} data-priority={priority}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
