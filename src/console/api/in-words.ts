import { pageLanguage } from '../texts.tsx';
import type { ErrorBody } from './refusal-words.ts';

/** An error in the language of the page; with the message of the server where the table cannot be loaded. */
export const inWords = (error: ErrorBody): Promise<ErrorBody> =>
  import('./refusal-words.ts').then(({ sayIn }) => sayIn(pageLanguage(), error)).catch(() => error);

/** The code of a response with an error. The body stays to be read. */
export const codeOf = async (response: Response): Promise<string | undefined> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: ErrorBody } | undefined;
  return body?.error?.code;
};
