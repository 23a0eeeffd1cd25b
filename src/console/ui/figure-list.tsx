import type { ReactNode } from 'react';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Figures beside each other, each with its name and a note. */
export const FigureList = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="figures">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note !== undefined && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
