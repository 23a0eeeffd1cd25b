import type { ReactNode } from 'react';

/** Settings that belong together, in a card with a title. */
export const SettingsCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body stack" data-gap="wide">
      {children}
    </div>
  </section>
);
