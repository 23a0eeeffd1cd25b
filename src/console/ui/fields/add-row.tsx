import { Plus } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Button } from '../button.tsx';

/** A field that a row begins with. */
const FIELDS = 'input:not([type="hidden"]), textarea, [role="spinbutton"], button[aria-haspopup="listbox"]';
const fieldsIn = (rows: Element | null): HTMLElement[] => [...(rows?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];

interface AddRowProps {
  readonly onAdd: () => void;
  /** What it adds, in words. */
  readonly children: string;
  readonly 'aria-label'?: string;
  readonly variant?: 'quiet';
  readonly isLarge?: boolean;
}

/** Adds a row to the rows around it, `data-rows`. The first field of the row has the focus, since what is typed next is meant for it. */
export const AddRow = ({ onAdd, children, isLarge = false, ...button }: AddRowProps) => (
  <Button
    {...button}
    {...(isLarge ? {} : { size: 'small' as const })}
    onPress={({ target }) => {
      const rows = target.closest('[data-rows]');
      const before = new Set(fieldsIn(rows));
      flushSync(onAdd);
      fieldsIn(rows)
        .find((field) => !before.has(field))
        ?.focus();
    }}
    icon={Plus}
  >
    {children}
  </Button>
);
