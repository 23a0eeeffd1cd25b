import { useHasHouseholds } from '../../parts/client/has-households.ts';
import { EVENT_FAMILIES, type EventFamily } from './event-words.ts';

/** The kinds of events of what the studio has. */
export const useEventFamilies = (): readonly EventFamily[] => {
  const hasHouseholds = useHasHouseholds();
  return EVENT_FAMILIES.filter(({ pattern }) => pattern !== 'household.*' || hasHouseholds);
};
