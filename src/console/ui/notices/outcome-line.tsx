import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../pictures/icon.tsx';

interface OutcomeLineProps {
  readonly of: LucideIcon;
  readonly children: ReactNode;
}

/** A line of what an act would do, in a list of the class `outcome`. */
export const OutcomeLine = ({ of, children }: OutcomeLineProps) => (
  <li>
    <Icon of={of} />
    <span>{children}</span>
  </li>
);
