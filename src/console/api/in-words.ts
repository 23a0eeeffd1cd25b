import { pageLanguage } from '../texts.tsx';
import type { ErrorBody } from './refusal-words.ts';

/** An error in the language of the page; the server's own words are there for English, and where the table is not. */
export const inWords = (error: ErrorBody): Promise<ErrorBody> | ErrorBody =>
  pageLanguage() === 'en'
    ? error
    : import('./refusal-words.ts').then(({ sayIn }) => sayIn(pageLanguage(), error)).catch(() => error);

/** The code of a response with an error. The body stays to be read. */
export const codeOf = async (response: Response): Promise<string | undefined> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: ErrorBody } | undefined;
  return body?.error?.code;
};
