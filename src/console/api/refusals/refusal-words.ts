import { numberFormat } from '../../../kernel/locale-formats.ts';
import { loadCatalogue } from '../../../texts/catalogue.ts';
import { languageOf } from '../../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { REFUSALS } from '../../../texts/made/loaders.ts';

/** A problem of one field of a request. */
export interface ErrorDetail {
  readonly param: string;
  readonly code: string;
  readonly message: string;
  /** The client who has the value already. */
  readonly clientId?: string;
  /** The client who stayed of two who were merged. */
  readonly mergedInto?: string;
  /** Why a value is not valid. */
  readonly reason?: string;
  /** Its limits, and what else the words name. */
  readonly [fact: string]: unknown;
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

type Texts = Readonly<Record<string, string>>;

/** A text with the facts of a detail in their places. */
const filled = (text: string, detail: ErrorDetail, language: string): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const fact = detail[name];
    return typeof fact === 'number' ? numberFormat(language).format(fact) : typeof fact === 'string' ? fact : place;
  });

/** A value of which a newer server says a reason that this page does not know: its message is for programmers. */
const wordsFor = (texts: Texts, code: string): string | undefined =>
  code === 'parameter_invalid' ? texts['parameter_invalid:wrong_type'] : texts[code];

/** The words of a detail: by its reason, or by its code under that of the error, or by its code. */
const detailIn = (texts: Texts, language: string, code: string, detail: ErrorDetail): string | undefined => {
  const text = texts[`${detail.code}:${detail.reason}`];
  if (text !== undefined) return filled(text, detail, language);
  return texts[`${code}:${detail.code}`] ?? wordsFor(texts, detail.code);
};

/** What the first detail says of the whole request. That of a file would leave open where it is: it has the row. */
const ofWhole = (texts: Texts, language: string, code: string, first: ErrorDetail): string | undefined => {
  const inRow = texts[`${code}:in_row`];
  if (first.row !== undefined && inRow !== undefined) return filled(inRow, first, language);
  return first.code === code ? detailIn(texts, language, code, first) : undefined;
};

/**
 * Says an error and its details in a language, by their codes and reasons. The words of the server are for integrations: a code
 * without words, such as one of a newer server, is named.
 */
export const sayIn = async (language: string, error: ErrorBody): Promise<ErrorBody> => {
  const spoken = languageOf([language], STAFF_LANGUAGES);
  const { refusals: texts = {} } = await loadCatalogue(REFUSALS[spoken]);
  const { code, details } = error;
  const words = wordsFor(texts, code);
  const ofUnknown = words ?? texts['parameter_invalid:wrong_type'] ?? '';
  const said = details?.map((detail) => ({ ...detail, message: detailIn(texts, spoken, code, detail) ?? ofUnknown }));
  const [first] = details ?? [];
  const ofFirst = first === undefined ? undefined : ofWhole(texts, spoken, code, first);
  return {
    ...error,
    message: ofFirst ?? texts[`${code}:${first?.code}`] ?? words ?? (texts.other ?? '').replace('{code}', code),
    ...(said === undefined ? {} : { details: said }),
  };
};
