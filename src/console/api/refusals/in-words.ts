import { pageLanguage } from '../../base/texts.tsx';
import type { ErrorBody } from './refusal-words.ts';

/** What stands for a response that is none of the interface, such as that of a proxy. */
const NO_ERROR: ErrorBody = { code: 'internal_error', message: '' };

/** An error in the language of the page; without a message where its words cannot be loaded. */
export const inWords = (error: ErrorBody = NO_ERROR): Promise<ErrorBody> =>
  import('./refusal-words.ts')
    .then(({ sayIn }) => sayIn(pageLanguage(), error))
    .catch(() => ({ ...error, message: '', details: [] }));

/** The code of a response with an error. The body stays to be read. */
export const codeOf = async (response: Response): Promise<string | undefined> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: ErrorBody } | undefined;
  return body?.error?.code;
};
