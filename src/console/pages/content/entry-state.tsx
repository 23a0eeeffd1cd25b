import { useNow } from '../../base/time/now.ts';
import type { Entry } from '../../parts/content/queries.ts';
import { STATE_LOOKS, stateOf, useStateText } from '../../parts/content/words.ts';
import { Pill, Status } from '../../ui/notices/status.tsx';

/** What an entry is now: a shape and words. @param isPill in a ground, for the head of its page */
export const EntryStatus = ({ entry, isPill = false }: { entry: Entry; isPill?: boolean }) => {
  const now = useNow();
  const textOf = useStateText();
  const { icon, tone } = STATE_LOOKS[stateOf(entry, now)];
  const Shown = isPill ? Pill : Status;
  return (
    <Shown icon={icon} tone={tone}>
      {textOf(entry, now)}
    </Shown>
  );
};
