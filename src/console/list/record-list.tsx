import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { useShortcut } from '../shell/shortcuts.ts';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { classOf, headPriority, type ListColumn, placeOf, shownOf } from '../ui/columns.ts';
import { Failure } from '../ui/failure.tsx';
import { PageSteps } from '../ui/page-steps.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { type ListFilter, shownValue } from './filters.ts';

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

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly total?: { readonly count: number; readonly isCapped: boolean };
}

export interface RecordListProps<Each extends { readonly id: string }> {
  readonly label: string;
  readonly query: UseQueryResult<ListPage<Each>>;
  readonly columns: readonly ListColumn<Each>[];
  /** The row whose panel is open. */
  readonly openId?: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onPlace: (place: Step) => void;
  /** The filters that are set, for what to drop where nothing is left. */
  readonly filters?: readonly ListFilter[];
  readonly onDrop?: (id: string) => void;
  readonly onShowAll?: () => void;
  /** What stands where there is nothing at all. */
  readonly empty: ReactNode;
}

const ROWS = '.record-list [role="row"][data-key]';
const rowsOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(ROWS)];

/** Puts the focus on a row, or on the first one. */
const focusRow = (id: string | undefined): void =>
  (rowsOf().find(({ dataset }) => dataset.key === id) ?? rowsOf()[0])?.focus();

/** `J` and `K` walk the rows; with an open panel, it shows the row. */
const useWalk = (openId: string | undefined, onOpen: (id: string) => void): void => {
  const step = (by: number): unknown => {
    const rows = rowsOf();
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

const Loading = () => (
  <div className="card" aria-hidden="true">
    <SkeletonRows count={8} isList />
  </div>
);

type EmptyProps = Pick<RecordListProps<{ id: string }>, 'filters' | 'onDrop' | 'onShowAll' | 'empty'>;

const Empty = ({ filters = [], onDrop, onShowAll, empty }: EmptyProps) => {
  const t = useText();
  const set = filters.filter((filter) => shownValue(filter) !== undefined);
  if (set.length === 0) return <div className="empty">{empty}</div>;
  return (
    <div className="empty">
      <b className="strong">{t('lists.emptyTitle')}</b>
      <p>{t('lists.emptyText')}</p>
      <span className="row" data-wrap="">
        {set.map(({ id, label }) => (
          <Button key={id} size="small" onPress={() => onDrop?.(id)}>
            {t('lists.dropFilter', { name: label })}
          </Button>
        ))}
        <Button size="small" onPress={() => onShowAll?.()}>
          {t('lists.clearFilters')}
        </Button>
      </span>
    </div>
  );
};

interface FooterProps {
  readonly shown: number;
  readonly total: ListPage<unknown>['total'];
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

const Footer = ({ shown, total, onPrevious, onNext }: FooterProps) => {
  const t = useText();
  const isAll = onPrevious === undefined && onNext === undefined;
  if (total === undefined && isAll) return null;
  return (
    <footer className="spread small quiet">
      <span>
        {total === undefined
          ? t('lists.shownOnly', { shown })
          : t(total.isCapped ? 'lists.shownCapped' : 'lists.shown', { shown, count: total.count })}
      </span>
      <PageSteps onPrevious={onPrevious} onNext={onNext} />
    </footer>
  );
};

/** Records in rows that open with Enter or a press, page by page; cards where the list is narrow. */
export const RecordList = <Each extends { readonly id: string }>(props: RecordListProps<Each>) => {
  const { label, query, openId, onOpen, onPlace, ...others } = props;
  const columns = shownOf(props.columns);
  const { data, error, refetch, isPlaceholderData } = query;
  useWalk(openId, onOpen);
  // After a step to another page the focus goes to its first row, since the button may have no further step.
  const isStep = useRef(false);
  useEffect(() => {
    if (!isStep.current || isPlaceholderData || data === undefined) return;
    isStep.current = false;
    window.scrollTo({ top: 0 });
    focusRow(undefined);
  }, [data, isPlaceholderData]);
  // The focus goes back to the row whose panel is closed.
  const lastOpen = useRef(openId);
  useEffect(() => {
    const closed = lastOpen.current;
    lastOpen.current = openId;
    if (closed !== undefined && openId === undefined) focusRow(closed);
  }, [openId]);
  const step = (next: Step) => (): void => {
    isStep.current = true;
    onPlace(next);
  };
  const failure = error !== null && <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return failure || <Loading />;
  const { nextCursor, previousCursor, total } = data;
  return (
    <>
      {failure}
      <div className="card">
        {data.data.length === 0 ? (
          <Empty {...others} />
        ) : (
          <div className="table-region">
            <Table
              aria-label={label}
              className="data record-list"
              data-cards=""
              onRowAction={(key) => onOpen(String(key))}
            >
              <TableHeader>
                {columns.map((column, index) => (
                  <Column
                    key={column.id}
                    id={column.id}
                    isRowHeader={index === 0}
                    textValue={column.name}
                    data-priority={headPriority(column)}
                    className={column.isNumber === true ? 'num' : ''}
                  >
                    {column.isUnnamed === true ? <span className="visually-hidden">{column.name}</span> : column.name}
                  </Column>
                ))}
              </TableHeader>
              <TableBody items={data.data} dependencies={[openId, columns]}>
                {(row) => (
                  // Rows have no text value: typing ahead would move the focus by the letters that are acts here.
                  <Row id={row.id} data-open={row.id === openId ? '' : undefined}>
                    {columns.map((column) => (
                      <Cell key={column.id} className={classOf(column, row)} {...placeOf(column)}>
                        {column.cell(row)}
                      </Cell>
                    ))}
                  </Row>
                )}
              </TableBody>
            </Table>
          </div>
        )}
        {data.data.length > 0 && (
          <Footer
            shown={data.data.length}
            total={total}
            onPrevious={previousCursor === null ? undefined : step({ before: previousCursor })}
            onNext={nextCursor === null ? undefined : step({ after: nextCursor })}
          />
        )}
      </div>
    </>
  );
};
