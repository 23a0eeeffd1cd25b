import type { Examples } from '../../../http/openapi/examples.ts';
import { MEDIA, VARIANTS } from '../ids.ts';
import { from, like } from './ids.ts';

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome to the class.\n';

const inEnglish = (operation: string) => ({ path: { id: from(MEDIA.morningFlow, operation), language: 'en' } });

/** Media of the content catalogue. Uploads by tus have no examples: they are sent by a client of the protocol. */
export const mediaExamples: Examples = {
  listMedia: { query: { kind: 'video' } },
  getMedia: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
  listManagedMedia: { query: { status: 'ready' } },
  createMedia: {
    body: {
      externalUrl: 'https://video.example.com/breathing.mp4',
      title: 'Ten minutes of breathing',
      mimeType: 'video/mp4',
      durationSeconds: 600,
    },
  },
  getManagedMedia: like(MEDIA.warmUp, 'createMedia'),
  updateMedia: {
    ...like(MEDIA.warmUp, 'createMedia'),
    body: {
      chapters: [
        { startSeconds: 0, title: 'Arrive' },
        { startSeconds: 120, title: 'Breathe' },
      ],
    },
  },
  deleteMedia: like(MEDIA.warmUp, 'createMedia'),
  setCaptions: { ...inEnglish('createMedia'), body: { label: 'English', text: CAPTIONS } },
  getMediaPlayback: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
  listMediaVariants: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
  listManagedMediaVariants: like(MEDIA.warmUp, 'createMedia'),
  createMediaVariant: {
    ...like(MEDIA.warmUp, 'createMedia'),
    body: { quality: '720p', protocol: 'hls', height: 720, url: 'https://video.example.com/breathing/720.m3u8' },
  },
  deleteMediaVariant: {
    path: {
      id: from(MEDIA.warmUp, 'createMediaVariant', '/contentMediaId'),
      variantId: from(VARIANTS.warmUp, 'createMediaVariant'),
    },
  },
  deleteCaptions: inEnglish('setCaptions'),
};
