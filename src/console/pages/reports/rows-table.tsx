import { useText } from '../../base/texts.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';

/** A column of a report, known by its name. */
export type Column<Row> = Pick<ListColumn<Row>, 'name' | 'isNumber' | 'priority' | 'cell'>;

interface RowsTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table of a report. The first column says what a row is about. */
export const RowsTable = <Row,>({ columns, ...table }: RowsTableProps<Row>) => {
  const t = useText();
  if (table.rows.length === 0) return <p className="body quiet">{t('reports.noRows')}</p>;
  return (
    <div className="table-region">
      <DataTable
        {...table}
        isGrid
        hasRowHeads
        columns={columns.map((column, index) => ({
          ...column,
          id: column.name,
          isQuiet: false,
          className: index === 0 ? 'strong' : '',
        }))}
      />
    </div>
  );
};
