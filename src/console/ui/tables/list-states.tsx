import type { ReactNode } from 'react';
import { LoadError } from '../notices/errors.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

interface ListStatesProps {
  readonly query: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly refetch: () => unknown;
  };
  /** Whether a card has rows already: they stay when they cannot be read again. */
  readonly hasRows: boolean;
  /** What is shown where there is nothing. */
  readonly children: ReactNode;
}

/** What a card shows in place of its rows: why they did not load, that they are loading, or that there are no rows. */
export const ListStates = ({ query, hasRows, children }: ListStatesProps) => {
  if (hasRows) return null;
  if (query.isPending) {
    return (
      <div className="body stack" aria-hidden="true">
        <SkeletonRows count={3} />
      </div>
    );
  }
  if (query.isSuccess) return <div className="empty">{children}</div>;
  return (
    <div className="body">
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
    </div>
  );
};
