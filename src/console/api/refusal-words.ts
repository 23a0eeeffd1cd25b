import { loadCatalogue } from '../../texts/catalogue.ts';
import { languageOf } from '../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../texts/made/languages.ts';
import { REFUSALS } from '../../texts/made/loaders.ts';

/** A problem of one field of a request. */
export interface ErrorDetail {
  readonly param: string;
  readonly code: string;
  readonly message: string;
  /** The client who has the value already. */
  readonly clientId?: string;
  /** The client who stayed of two who were merged. */
  readonly mergedInto?: string;
}

/** An error as the server sends it. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string;
  readonly retryAfter?: number;
}

/**
 * Says an error and its details in a language, by their codes. The words of the server stay where the language has no words
 * of its own: for codes of integrations, and for values that the message alone says something about.
 */
export const sayIn = async (language: string, error: ErrorBody): Promise<ErrorBody> => {
  const { refusals: texts = {} } = await loadCatalogue(REFUSALS[languageOf([language], STAFF_LANGUAGES)]);
  const { code, message, details } = error;
  const said = details?.map((detail) => ({
    ...detail,
    message: texts[`${code}:${detail.code}`] ?? texts[detail.code] ?? detail.message,
  }));
  return {
    ...error,
    message: texts[`${code}:${details?.[0]?.code}`] ?? texts[code] ?? message,
    ...(said === undefined ? {} : { details: said }),
  };
};
