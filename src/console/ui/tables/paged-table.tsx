import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';
import { LoadError } from '../notices/errors.tsx';
import { Icon } from '../pictures/icon.tsx';
import type { ListColumn } from './columns.ts';
import { DataTable, type Section } from './data-table.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

interface Page<Row> {
  readonly data: readonly Row[];
}

/** A list that grows by pages. */
export interface PagesQuery<Row> {
  readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface WholeQuery<Row> {
  readonly data: readonly Row[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A list that is read at once, as its only page. */
export const onePage = <Row,>({ data, error, refetch }: WholeQuery<Row>): PagesQuery<Row> => ({
  data: data === undefined ? undefined : { pages: [{ data }] },
  error,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
  refetch,
});

interface PagedTableProps<Row> {
  readonly query: PagesQuery<Row>;
  /** What the table lists. */
  readonly caption: string;
  /** Why there is nothing. */
  readonly empty: string;
  /** Above the reason. */
  readonly emptyIcon?: LucideIcon | undefined;
  readonly columns: readonly ListColumn<Row>[];
  /** The rows that are loaded, in sections; those without rows are left out. By default they have none. */
  readonly sectionsOf?: (rows: readonly Row[]) => readonly Section<Row>[];
}

/** A table that grows by pages: while it is loading, when it fails, when it is empty, and with the way to more of it. */
export const PagedTable = <Row extends { readonly id: string }>(props: PagedTableProps<Row>) => {
  const t = useText();
  const { query, caption, empty, emptyIcon, columns, sectionsOf } = props;
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  if (error !== null && data === undefined) return <LoadError error={error} onRetry={() => void query.refetch()} />;
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
        {emptyIcon !== undefined && <Icon of={emptyIcon} />}
        <p>{empty}</p>
      </div>
    );
  }
  return (
    <div className="card">
      <div className="table-region">
        <DataTable
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          caption={caption}
          sections={sectionsOf?.(rows)}
        />
      </div>
      {hasNextPage && (
        <footer>
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('common.showMore')}
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
