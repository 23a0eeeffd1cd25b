// What the form of a media sends: only what was changed, with the parts of seconds that it does not show.
import { expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { mediaFields } from '../../../../src/console/parts/content/media-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const chapters = [
  { startSeconds: 0.2, title: 'Arrive' },
  { startSeconds: 0.4, title: 'Breathe' },
  { startSeconds: 62.5, title: 'Flow' },
];
const media = { title: 'clip.mp4', chapters } as Schemas['ContentMedia'];
const held = mediaFields.valuesOf(media, studio);
const patchOf = (changes: Partial<typeof held>) =>
  mediaFields.patchOf({ ...held, ...changes }, Object.keys(changes), studio, media);

test('a title alone is sent without the chapters', () => {
  expect(patchOf({ title: ' Morning ' })).toEqual({ title: 'Morning' });
  expect(mediaFields.problemsOf({ ...held, title: ' ' })).toEqual({ title: 'content.titleMissing' });
});

test('chapters keep the starts that are written as they were shown', () => {
  expect(held.chapters).toBe('0:00 Arrive\n0:00 Breathe\n1:03 Flow');
  expect(patchOf({ chapters: '0:00 Arrive\n0:00 Breathing\n0:30 Stretch\n1:03 Flow' })).toEqual({
    chapters: [
      { startSeconds: 0.2, title: 'Arrive' },
      { startSeconds: 0.4, title: 'Breathing' },
      { startSeconds: 30, title: 'Stretch' },
      { startSeconds: 62.5, title: 'Flow' },
    ],
  });
  expect(patchOf({ chapters: '' })).toEqual({ chapters: [] });
  expect(mediaFields.problemsOf({ ...held, chapters: 'soon' })).toEqual({ chapters: 'content.chaptersWrong' });
});
