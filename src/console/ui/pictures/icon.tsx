import type { LucideIcon } from 'lucide-react';

/** An icon of 16 px, hidden from screen readers: the words beside it say what it means. */
export const Icon = ({ of: Shape }: { of: LucideIcon }) => (
  <Shape className="icon" size={16} strokeWidth={1.85} aria-hidden="true" />
);
