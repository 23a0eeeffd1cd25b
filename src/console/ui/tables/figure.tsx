import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';

/** What a figure is made of: a query, or what is there already (`there`). */
export interface Source<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

/** Data that is there already. */
export const there = <Data,>(data: Data): Source<Data> => ({ data, error: null });

/** What a figure shows: `none` too. */
interface Shown {
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/**
 * The value that is shown for data: its place while it loads, a dash where it did not load. Data that is missing never looks like
 * nothing or none, by which a desk sells a second package.
 */
const useShown = <Data,>({ data, error }: Source<Data>, shownOf: (data: Data) => Shown): Shown => {
  const t = useText();
  if (data !== undefined) return shownOf(data);
  return error === null
    ? { value: <span className="skeleton figure-skeleton" aria-hidden="true" /> }
    : { value: '–', note: t('words.notLoaded') };
};

interface FigureProps<Data> {
  readonly label: string;
  readonly of: Source<Data>;
  /** What it says, once its data is there. */
  readonly children: (data: Data) => Shown;
}

/** A figure: its name, its value, and a note below. */
export const Figure = <Data,>({ label, of, children }: FigureProps<Data>) => {
  const { value, note } = useShown(of, children);
  const isLoading = of.data === undefined && of.error === null;
  return (
    <div>
      <dt>{label}</dt>
      <dd aria-busy={isLoading || undefined}>
        {value}
        {isLoading && <small>{'\u00a0'}</small>}
        {note !== undefined && note !== null && note !== false && <small>{note}</small>}
      </dd>
    </div>
  );
};

interface FiguresProps {
  readonly className?: string;
  /** Whether they belong to an earlier form, while the answer to this one is not there. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

/** Figures beside each other. */
export const Figures = ({ className = '', isOld = false, children }: FiguresProps) => (
  <dl className={`figures ${className}`.trim()} aria-busy={isOld || undefined} data-old={isOld ? '' : undefined}>
    {children}
  </dl>
);
