import type { Schemas } from '../../api/types.ts';
import { changedDetails, NO_DETAILS } from '../../class-page/details.ts';
import { sentNewTerms } from '../../class-terms/terms.ts';
import { instantAt } from '../../local-time.ts';
import type { Site } from '../../shell/site.ts';
import type { Draft } from '../session/change-draft.ts';

/** A class that takes place once, as the interface takes it. */
export const newSessionOf = (
  { name, date, time, minutes, capacity, roomName, instructorId, details, terms }: Draft,
  site: Site,
): Schemas['CreateSessionRequest'] & { readonly startTime: string } => ({
  siteId: site.id,
  name: name.trim(),
  startTime: instantAt(date, time, site.timezone),
  durationMinutes: Number(minutes),
  capacity: capacity.trim() === '' ? null : Number(capacity),
  ...(roomName === '' ? {} : { roomName }),
  ...(instructorId === '' ? {} : { instructorId }),
  ...changedDetails(NO_DETAILS, details),
  ...sentNewTerms(terms),
});
