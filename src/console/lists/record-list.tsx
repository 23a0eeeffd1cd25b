import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { LoadError } from '../ui/notices/errors.tsx';
import type { ListColumn } from '../ui/tables/columns.ts';
import { focusRow, RowTable, useRowWalk } from '../ui/tables/row-table.tsx';
import { SkeletonRows } from '../ui/tables/skeleton-rows.tsx';
import type { Chip } from './filters/filters.ts';
import { ListFooter, type ListOrder, type Total } from './list-footer.tsx';
import { type ListSelection, useSelection } from './use-selection.ts';

/** Where a page of a list begins or ends. */
export interface Place {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Where the next or the previous page is. */
export type Step = { readonly after: string } | { readonly before: string };

/** The parameters of a place in a request. */
export const placeQuery = ({ after, before }: Place) => ({
  ...(after === undefined ? {} : { starting_after: after }),
  ...(before === undefined ? {} : { ending_before: before }),
});

interface PageOfRows<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly total?: Total;
}

/** What can be done with many rows at once. */
interface Selects<Each> {
  /** Another key is another list, in which nothing is selected. */
  readonly listKey: string;
  readonly nameOf: (row: Each) => string;
  /** What is below the list. */
  readonly bar: (selection: ListSelection, page: PageOfRows<Each>) => ReactNode;
}

export interface RecordListProps<Each extends { readonly id: string }> {
  readonly label: string;
  readonly query: UseQueryResult<PageOfRows<Each>>;
  readonly columns: readonly ListColumn<Each>[];
  readonly className?: string;
  /** The row whose panel is open. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onPlace: (place: Step) => void;
  /** The filters that are set, for what to drop where nothing is left. */
  readonly chips: readonly Chip[];
  readonly onDrop: (id: string) => void;
  readonly onShowAll: () => void;
  /** What is shown where there is nothing at all. */
  readonly empty: ReactNode;
  /** What is shown where the filters leave nothing, before what drops them. */
  readonly noMatch?: ReactNode;
  /** What shows the list without filters. */
  readonly showAll?: string;
  readonly order?: ListOrder;
  readonly selects?: Selects<Each> | undefined;
}

const Loading = () => (
  <div className="card" aria-hidden="true">
    <SkeletonRows count={8} isList />
  </div>
);

type EmptyProps = Pick<
  RecordListProps<{ id: string }>,
  'chips' | 'onDrop' | 'onShowAll' | 'empty' | 'noMatch' | 'showAll'
>;

const Empty = ({ chips, onDrop, onShowAll, empty, noMatch, showAll }: EmptyProps) => {
  const t = useText();
  if (chips.length === 0) return <div className="empty">{empty}</div>;
  return (
    <div className="empty">
      {noMatch ?? (
        <>
          <b className="strong">{t('lists.emptyTitle')}</b>
          <p>{t('lists.emptyText')}</p>
        </>
      )}
      <span className="row" data-wrap="">
        {chips.map(({ id, label }) => (
          <Button key={id} size="small" onPress={() => onDrop(id)}>
            {t('lists.dropFilter', { name: label })}
          </Button>
        ))}
        <Button size="small" onPress={onShowAll}>
          {showAll ?? t('lists.clearFilters')}
        </Button>
      </span>
    </div>
  );
};

/** Records in rows that open with Enter or a press, page by page; cards where the list is narrow. */
export const RecordList = <Each extends { readonly id: string }>(props: RecordListProps<Each>) => {
  const {
    label,
    query,
    columns,
    className = 'record-list',
    openId,
    onOpen,
    onPlace,
    order,
    selects,
    ...others
  } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  const rows = data?.data ?? [];
  const region = useRef<HTMLDivElement>(null);
  const selection = useSelection(
    selects?.listKey,
    rows.map(({ id }) => id),
  );
  useRowWalk(region, openId, onOpen);
  // After a step to another page the focus goes to its first row, since the button may have no further step.
  const isStep = useRef(false);
  useEffect(() => {
    if (!isStep.current || isPlaceholderData || data === undefined) return;
    isStep.current = false;
    window.scrollTo({ top: 0 });
    focusRow(region);
  }, [data, isPlaceholderData]);
  const step = (next: Step) => (): void => {
    isStep.current = true;
    onPlace(next);
  };
  const failure = error !== null && <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return failure || <Loading />;
  const { nextCursor, previousCursor, total } = data;
  if (rows.length === 0) {
    return (
      <>
        {failure}
        <div className="card">
          <Empty {...others} />
        </div>
      </>
    );
  }
  return (
    <>
      {failure}
      <div className="card">
        <RowTable
          label={label}
          className={`data ${className}`}
          columns={columns}
          rows={rows}
          region={region}
          openId={openId}
          onOpen={onOpen}
          selection={selects === undefined ? undefined : { ...selection, nameOf: selects.nameOf }}
        />
        <ListFooter
          shown={rows.length}
          total={total}
          order={order}
          onPrevious={previousCursor === null ? undefined : step({ before: previousCursor })}
          onNext={nextCursor === null ? undefined : step({ after: nextCursor })}
        />
      </div>
      {selects?.bar(selection, data)}
    </>
  );
};
