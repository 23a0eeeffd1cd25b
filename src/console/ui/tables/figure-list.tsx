import type { ReactNode } from 'react';
import { Figures, Figure as OneFigure, there } from './figure.tsx';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Figures whose data is there, beside each other, each with its name and a note. */
export const FigureList = ({ figures }: { figures: readonly Figure[] }) => (
  <Figures>
    {figures.map(({ name, ...said }) => (
      <OneFigure key={name} label={name} of={there(said)}>
        {(each) => each}
      </OneFigure>
    ))}
  </Figures>
);
