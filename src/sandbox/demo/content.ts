import type { Tx } from '../../database/database.ts';
import { createEntry } from '../../resources/content/entries/entries.ts';
import { ContentMedia } from '../../resources/content-media/record.ts';
import { ENTRIES, MEDIA } from './ids.ts';
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
