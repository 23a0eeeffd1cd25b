import type { ReactNode } from 'react';

interface FormCardProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

/** Fields that belong together, in a card with a title. */
export const FormCard = ({ title, hint, children }: FormCardProps) => (
  <section className="card details-part" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body stack">
      {hint !== undefined && <p className="quiet small">{hint}</p>}
      {children}
    </div>
  </section>
);
