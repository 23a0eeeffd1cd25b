import type { Examples } from '../../../http/openapi/examples.ts';
import { createdBy, from } from './ids.ts';

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome to the class.\n';

const inEnglish = (operation: string) => ({ path: { id: from(operation), language: 'en' } });

/** Media of the content catalogue. Uploads by tus have no examples: they are sent by a client of the protocol. */
export const mediaExamples: Examples = {
  listMedia: { query: { kind: 'video' } },
  getMedia: { path: { contentMediaId: from('createMedia', '/id') } },
  listManagedMedia: { query: { status: 'ready' } },
  createMedia: {
    body: {
      externalUrl: 'https://video.example.com/breathing.mp4',
      title: 'Ten minutes of breathing',
      mimeType: 'video/mp4',
      durationSeconds: 600,
    },
  },
  getManagedMedia: createdBy('createMedia'),
  updateMedia: {
    ...createdBy('createMedia'),
    body: {
      chapters: [
        { startSeconds: 0, title: 'Arrive' },
        { startSeconds: 120, title: 'Breathe' },
      ],
    },
  },
  deleteMedia: createdBy('createMedia'),
  setCaptions: { ...inEnglish('createMedia'), body: { label: 'English', text: CAPTIONS } },
  getMediaPlayback: { path: { contentMediaId: from('createMedia', '/id') } },
  listMediaVariants: { path: { contentMediaId: from('createMedia', '/id') } },
  listManagedMediaVariants: createdBy('createMedia'),
  createMediaVariant: {
    ...createdBy('createMedia'),
    body: { quality: '720p', protocol: 'hls', height: 720, url: 'https://video.example.com/breathing/720.m3u8' },
  },
  deleteMediaVariant: {
    path: { id: from('createMediaVariant', '/contentMediaId'), variantId: from('createMediaVariant', '/id') },
  },
  deleteCaptions: inEnglish('setCaptions'),
};
