import { useId } from 'react';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';

interface ResultTableProps<Row> {
  readonly title: string;
  /** Why there is nothing. */
  readonly empty: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A card with a table of results. */
export const ResultTable = <Row,>({ title, empty, ...table }: ResultTableProps<Row>) => {
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
      </header>
      {table.rows.length === 0 ? (
        <div className="body">
          <p className="quiet">{empty}</p>
        </div>
      ) : (
        <div className="table-region">
          <DataTable {...table} labelledBy={titleId} />
        </div>
      )}
    </section>
  );
};
