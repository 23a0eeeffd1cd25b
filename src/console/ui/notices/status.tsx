import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'positive' | 'caution' | 'critical' | 'info' | 'waiting' | 'brand';

interface StatusProps {
  readonly icon?: LucideIcon;
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A state: a shape, a word and a color, never the color alone. */
export const Status = ({ icon: Icon, tone, children, className = 'status' }: StatusProps) => (
  <span className={className} data-tone={tone}>
    {Icon !== undefined && <Icon className="icon" size={15} strokeWidth={1.85} aria-hidden="true" />}
    {children}
  </span>
);

/** A state in a rounded ground. */
export const Pill = (props: StatusProps) => <Status {...props} className="pill" />;

/** A small number in a ground. */
export const Count = ({ value, tone, label }: { value: number; tone?: 'due'; label?: string }) => (
  <span className="count" data-tone={tone}>
    {label === undefined ? value : <span aria-hidden="true">{value}</span>}
    {label !== undefined && <span className="visually-hidden">{label}</span>}
  </span>
);
