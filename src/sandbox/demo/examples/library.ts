import type { Examples } from '../../../http/openapi/examples.ts';
import { ENTRIES, MEDIA, VIDEO_SESSIONS } from '../ids.ts';
import { at, from } from './ids.ts';

const entry = at(ENTRIES.morningFlow);
const session = { path: { sessionId: from(VIDEO_SESSIONS.open, 'startVideoSession') } };

/** What the member of the ready line does with content, and what they watch. */
export const libraryExamples: Examples = {
  getContentStatus: entry,
  setContentStatus: { ...entry, body: { progressPercent: 40, positionSeconds: 480, rating: 5 } },
  getContentStatuses: { query: { ids: ENTRIES.morningFlow } },
  listMyContent: { query: { filter: 'in_progress' } },
  addFavorite: entry,
  removeFavorite: entry,
  addToWatchLater: entry,
  removeFromWatchLater: entry,
  listWatchLater: {},
  startVideoSession: { body: { contentMediaId: MEDIA.morningFlow, deviceType: 'web' } },
  sendVideoHeartbeat: { ...session, body: { positionSeconds: 15, state: 'playing' } },
  completeVideoSession: { ...session, body: { positionSeconds: 1200 } },
  endVideoSession: { ...session, body: {} },
  getVideoResume: { path: { contentMediaId: MEDIA.morningFlow } },
  listVideoHistory: {},
};
