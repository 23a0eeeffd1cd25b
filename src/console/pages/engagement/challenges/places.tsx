import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Challenge } from '../../../parts/engagement/challenge-queries.ts';

/** How many take part, of how many who can. */
export const Places = ({ challenge: { participantCount, capacity } }: { challenge: Challenge }) => {
  const t = useText();
  const { number } = useFormats();
  if (capacity === null) return <span>{t('engagement.peopleCount', { count: participantCount })}</span>;
  const count = number(participantCount);
  const isFull = participantCount >= capacity;
  return (
    <span className="places">
      <span>{t(isFull ? 'engagement.placesFull' : 'engagement.places', { count, capacity: number(capacity) })}</span>
      <progress className="places-bar" max={capacity} value={Math.min(participantCount, capacity)} aria-hidden="true" />
    </span>
  );
};
