import { Fragment, type ReactNode } from 'react';
import { useText } from '../texts.tsx';
import { Button } from './button.tsx';
import { classOf, headPriority, type ListColumn, placeOf, shownOf } from './columns.ts';
import { Failure } from './failure.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

interface Page<Row> {
  readonly data: readonly Row[];
}

/** Rows below a heading of their own. */
interface Section<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
}

interface PagedTableProps<Row> {
  readonly query: {
    readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  /** What the table lists. */
  readonly caption: string;
  /** Why there is nothing. */
  readonly empty: string;
  readonly columns: readonly ListColumn<Row>[];
  /** The rows that are loaded, in sections; those without rows are left out. By default they have none. */
  readonly sectionsOf?: (rows: readonly Row[]) => readonly Section<Row>[];
}

/** A table that grows by pages: while it is loading, when it fails, when it is empty, and with the way to more of it. */
export const PagedTable = <Row extends { readonly id: string }>(props: PagedTableProps<Row>) => {
  const t = useText();
  const { query, caption, empty, sectionsOf } = props;
  const columns = shownOf(props.columns);
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void query.refetch()} />;
  if (data === undefined) {
    return (
      <div className="card" aria-hidden="true">
        <SkeletonRows count={4} isList />
      </div>
    );
  }
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return (
      <div className="empty">
        <p>{empty}</p>
      </div>
    );
  }
  const sections = sectionsOf?.(rows).filter((section) => section.rows.length > 0) ?? [{ name: '', rows }];
  return (
    <div className="card">
      <div className="table-region">
        <table className="data" data-cards="">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  data-priority={headPriority(column)}
                  className={column.isNumber === true ? 'num' : undefined}
                >
                  {column.isUnnamed === true ? <span className="visually-hidden">{column.name}</span> : column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sections.map((section) => (
              <Fragment key={section.name}>
                {section.name !== '' && (
                  <tr data-section="">
                    <td colSpan={columns.length}>{section.name}</td>
                  </tr>
                )}
                {section.rows.map((row) => (
                  <tr key={row.id}>
                    {columns.map((column) => (
                      <td key={column.id} className={classOf(column) || undefined} {...placeOf(column)}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <footer>
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('laterWords.showMore')}
          </Button>
        </footer>
      )}
    </div>
  );
};

/** What the first cell of a row shows: what the row is about, and below it when. */
export const LeadCell = ({ name, note }: { name: ReactNode; note?: ReactNode }) => (
  <span className="booking-name">
    {name}
    {note !== undefined && <small className="quiet">{note}</small>}
  </span>
);
