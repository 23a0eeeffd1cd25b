import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { useShortcut } from '../ui/keys/shortcuts.ts';
import { LoadError } from '../ui/notices/errors.tsx';
import { SkeletonRows } from '../ui/tables/skeleton-rows.tsx';

interface SidePanelProps {
  /** The id of what it shows: another id is another opening. */
  readonly id: string;
  readonly title: ReactNode;
  /** Below the title. */
  readonly note?: ReactNode;
  /** Before the title, such as a face. */
  readonly face?: ReactNode;
  /** Whether the title takes the focus: when it was opened, not while the rows are walked. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What is looked at from a list, beside it; a sheet where the page is narrow. Escape closes it. */
export const SidePanel = ({ id, title, note, face, takesFocus, onClose, children }: SidePanelProps) => {
  const t = useText();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useShortcut('Escape', onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another opening of the panel
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [id, takesFocus]);
  return (
    <aside className="panel side-panel" aria-labelledby={titleId}>
      <header>
        <span className="grip" aria-hidden="true" />
        <div className="row panel-head">
          {face}
          <div className="who">
            <h2 id={titleId} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {note !== undefined && <p className="small quiet">{note}</p>}
          </div>
          <Button variant="quiet" iconOnly aria-label={t('lists.closePanel')} onPress={onClose} icon={X} />
        </div>
      </header>
      <div className="body">{children}</div>
    </aside>
  );
};

interface PendingPanelProps extends Omit<SidePanelProps, 'children'> {
  /** Why it could not be read; null while it is being read. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The panel of a record that is not read yet, or could not be read. */
export const PendingPanel = ({ error, onRetry, ...panel }: PendingPanelProps) => (
  <SidePanel {...panel}>
    {error === null ? <SkeletonRows isList /> : <LoadError error={error} onRetry={onRetry} />}
  </SidePanel>
);
