import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadError, useErrorText } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

interface RecordListProps<Row> {
  readonly label: string;
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Why there is nothing. */
  readonly empty: string;
  /** Why the last act was refused. */
  readonly refused: unknown;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A short list of records in a card: while it is loading, when it fails, when it is empty. */
export const RecordList = <Row,>({ label, query, empty, refused, children }: RecordListProps<Row>) => {
  const textOf = useErrorText();
  const { data, error, refetch } = query;
  if (error !== null && data === undefined) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <div className="card" aria-hidden="true">
        <SkeletonRows count={4} isList />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <div className="card">
        <div className="empty">
          <p>{empty}</p>
        </div>
      </div>
    );
  }
  return (
    <>
      {refused !== null && refused !== undefined && (
        <p className="notice refused" data-tone="critical" role="alert">
          {textOf(refused)}
        </p>
      )}
      <div className="card">
        <ul className="record-list ruled" aria-label={label}>
          {children(data)}
        </ul>
      </div>
    </>
  );
};

interface RecordRowProps {
  readonly name: string;
  readonly note?: ReactNode;
  /** How far it is below the top of a tree. */
  readonly depth?: number;
  readonly status?: ReactNode;
  readonly onOpen: () => void;
  readonly children?: ReactNode;
}

/** A record: its name opens it, its actions are beside it. */
export const RecordRow = ({ name, note, depth = 0, status, onOpen, children }: RecordRowProps) => {
  const t = useText();
  return (
    <li data-depth={depth} style={{ paddingInlineStart: `${1 + depth * 1.5}rem` }}>
      <span className="who">
        <Button className="entry-link" onPress={onOpen} aria-label={t('content.changeOf', { name })}>
          {name}
        </Button>
        {note !== undefined && <small className="quiet">{note}</small>}
      </span>
      {status}
      {children !== undefined && <span className="row">{children}</span>}
    </li>
  );
};
