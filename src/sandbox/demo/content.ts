import { reactions } from '../../api.ts';
import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Timeline } from '../../kernel/timer.ts';
import { createEntry } from '../../resources/content/entries/entries.ts';
import { ContentMedia } from '../../resources/content-media/record.ts';
import { startSession } from '../../resources/video/start.ts';
import { closeSession } from '../../resources/video/watching/watch.ts';
import { ENTRIES, MEDIA, MEMBER, SITES } from './ids.ts';
import { SETUP_CALLER } from './setup.ts';

const MINUTES = 20;

/** Creates a video that every member may watch. */
export const createContent = (tx: Tx): void => {
  const title = 'Morning flow at home';
  const durationSeconds = MINUTES * 60;
  const entry = { title, type: 'video', status: 'published', summary: 'Wake up slowly.', durationSeconds } as const;
  createEntry(tx, SETUP_CALLER, entry, ENTRIES.morningFlow);
  const externalUrl = 'https://media.demo-studio.example/morning-flow.mp4';
  const file = { title, kind: 'video', externalUrl, durationSeconds, mimeType: 'video/mp4' } as const;
  const row = ContentMedia.make(
    tx,
    { ...file, entryId: ENTRIES.morningFlow },
    {
      ...{ id: MEDIA.morningFlow, title, kind: 'video', status: 'ready' },
    },
  );
  ContentMedia.rows.insert(tx, row);
};

/** How much of the video the member of the ready line has seen, in seconds. */
const SEEN_SECONDS = 5 * 60;

/** The member of the ready line watches a quarter of the video. `time` is the clock of the store. */
export const watchVideo = async (store: Store, time: Timeline): Promise<void> => {
  const member = { ...SETUP_CALLER, clientId: MEMBER, siteId: SITES.downtown };
  const session = await store.write((tx) =>
    startSession(tx, member, { contentMediaId: MEDIA.morningFlow, deviceType: 'tv' }, reactions),
  );
  await time.moveTo(time.now() + SEEN_SECONDS * 1000);
  await store.write((tx) => closeSession(tx, session, { positionSeconds: SEEN_SECONDS }, 'ended', reactions));
};
