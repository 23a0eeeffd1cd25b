import type { ReactNode } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from './button.tsx';

interface SaveBarProps {
  /** The number of changes; without one there is no bar. */
  readonly count: number;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  /** The button that saves: a verb; by default *Save*. */
  readonly label?: string | undefined;
  /** What saving does, beside the number of changes. */
  readonly children?: ReactNode;
}

/** The bar below a form with changes: how many there are, and the buttons that drop or save them. It stands in the form. */
export const SaveBar = ({ count, isPending, onDiscard, label, children }: SaveBarProps) => {
  const t = useText();
  if (count === 0) return null;
  return (
    <div className="savebar" role="status">
      <span className="strong">{t('edit.changes', { count })}</span>
      {children}
      <span className="push" />
      <Button onPress={onDiscard}>{t('edit.discard')}</Button>
      <Button type="submit" variant="primary" isPending={isPending}>
        {label ?? t('common.save')}
        <kbd>Ctrl ↵</kbd>
      </Button>
    </div>
  );
};
