import { lazy, type RefObject, Suspense } from 'react';
import { Popover } from 'react-aria-components';
import { loadAllTexts, useText } from '../../texts.tsx';
import type { Entry, Session } from '../session/queries.ts';
import { useRights } from '../session/rights.ts';
import type { Acts } from '../session/use-acts.ts';
import { mayCancel } from '../session/use-row-keys.ts';

/** Loaded while the server says what would happen, with the texts that the first page does without. */
const CancelOutcome = lazy(async () => {
  const [{ CancelOutcome: outcome }] = await Promise.all([import('../session/cancel-outcome.tsx'), loadAllTexts()]);
  return { default: outcome };
});

/** Whether the booking of somebody can be cancelled from their row. */
export const useMayCancel = (session: Session): ((entry: Entry) => boolean) => {
  const rights = useRights(session);
  return (entry) => mayCancel(entry, session, rights);
};

interface QuestionProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly acts: Acts;
  /** The row at which it stands. */
  readonly row: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Asks before a booking is cancelled, at the row of the person, with what that does beside the button. */
export const CancelQuestion = ({ entry, session, acts, row, onClose }: QuestionProps) => {
  const t = useText();
  const rights = useRights(session);
  return (
    <Popover
      className="popover cancel-question"
      triggerRef={row}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      aria-label={t('today.cancelBooking')}
    >
      <Suspense fallback={null}>
        <CancelOutcome entry={entry} session={session} acts={acts} rights={rights} onClose={onClose} />
      </Suspense>
    </Popover>
  );
};
