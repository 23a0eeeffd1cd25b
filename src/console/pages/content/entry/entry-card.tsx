import type { ReactNode } from 'react';

interface EntryCardProps {
  /** By which the card is called, such as `entry-text`. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Fields of an entry that belong together, in a card with a title. */
export const EntryCard = ({ id, title, children }: EntryCardProps) => (
  <section className="card" aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
    </header>
    <div className="body stack" data-gap="wide">
      {children}
    </div>
  </section>
);
