import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCan } from '../../session.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ClientTable } from './client-table.tsx';
import { EmptyList } from './empty-list.tsx';
import type { FilterName, Shown, Sort } from './filters.ts';
import { ListFooter } from './list-footer.tsx';
import type { Client, ClientPage, Place } from './queries.ts';
import { useSelection } from './selection.ts';
import { focusFirstRow, useRowKeys } from './use-row-keys.ts';

/** The rows of a list in their height, while it is loading. */
export const ListSkeleton = () => (
  <div className="card" aria-hidden="true">
    <SkeletonRows count={8} isList />
  </div>
);

const MOST_TAGS = 12;

/** The tags of some clients, by name. */
export const tagsOf = (clients: readonly Client[]): string[] =>
  [...new Set(clients.flatMap(({ tags }) => tags))].sort().slice(0, MOST_TAGS);

interface ClientListProps {
  readonly label: string;
  readonly shown: Shown;
  /** The page of clients. The page reads it, so that it stays while another tab begins. */
  readonly query: UseQueryResult<ClientPage>;
  readonly onPlace: (place: Place) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onOpen: (id: string) => void;
  readonly onAdd: (text?: string) => void;
  readonly onDrop: (names: readonly FilterName[]) => void;
  readonly onShowAll: () => void;
}

/** The clients whom the filters leave: a page of them in a table, or why there are no clients. */
export const ClientList = ({ label, shown, query, onPlace, onSort, onOpen, ...empty }: ClientListProps) => {
  const can = useCan();
  const hasPackages = can('packages:sell');
  const { data, error, refetch, isPlaceholderData } = query;
  const clients = data?.data ?? [];
  const pageIds = clients.map(({ id }) => id);
  const selection = useSelection(JSON.stringify(shown.filters), pageIds);
  useRowKeys({ onToggle: selection.toggle, onRange: selection.add });
  useShortcut('Escape', () => (selection.picked.ids.size > 0 || selection.picked.isEverybody) && selection.clear());
  // After a step to another page the focus goes to its first row, since the button may have no further step.
  const isStep = useRef(false);
  useEffect(() => {
    if (!isStep.current || isPlaceholderData || data === undefined) return;
    isStep.current = false;
    window.scrollTo({ top: 0 });
    focusFirstRow();
  }, [data, isPlaceholderData]);
  const step = (next: Place) => (): void => {
    isStep.current = true;
    onPlace(next);
  };
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton />;
  if (clients.length === 0) {
    return (
      <div className="card">
        <EmptyList filters={shown.filters} {...empty} />
      </div>
    );
  }
  const { nextCursor, previousCursor, total } = data;
  return (
    <>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      <div className="card">
        <div className="table-region">
          <ClientTable
            label={label}
            clients={clients}
            filters={shown.filters}
            sort={shown.sort}
            hasPackages={hasPackages}
            isSelectable={can('clients:write')}
            selected={selection.shown}
            onSelect={selection.onSelect}
            onSort={onSort}
            onOpen={onOpen}
          />
        </div>
        <ListFooter
          shown={clients.length}
          total={total}
          sort={shown.sort}
          onSort={onSort}
          onPrevious={previousCursor === null ? undefined : step({ before: previousCursor })}
          onNext={nextCursor === null ? undefined : step({ after: nextCursor })}
        />
      </div>
      <BulkBar selection={selection} filters={shown.filters} total={total} tags={tagsOf(clients)} />
    </>
  );
};
