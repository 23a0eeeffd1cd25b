import type { ReactNode } from 'react';

export interface PageHeadProps {
  readonly title: string;
  /** The way to the page above, before the title. */
  readonly crumb?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether what can be done is below the title where there is little room; by default it is beside it. */
  readonly isHigh?: boolean | undefined;
}

/** The head of a page: its title, and what can be done. */
export const PageHead = ({ title, crumb, actions, isHigh = false }: PageHeadProps) => (
  <div className="page-head" data-inline={isHigh ? undefined : ''}>
    <div className="titles">
      {crumb}
      <h1>{title}</h1>
    </div>
    <div className="actions">{actions}</div>
  </div>
);
