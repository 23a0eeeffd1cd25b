import type { BookTexts } from '../texts.ts';

/** What the pages say as an app on a phone, in French. */
export const app: BookTexts['app'] = {
  asOf: 'Pas de connexion. État : {time}.',
  offline:
    'Le planning et vos cours sont là, tels que vous les avez vus la dernière fois. Le reste attend la connexion.',
};
