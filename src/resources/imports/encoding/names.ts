import { Problem } from '../../../kernel/problem.ts';
import { noteOf } from '../notes.ts';
import { short } from '../row-problems.ts';
import { decoderOf } from './text-in.ts';

/** In which encoding spreadsheets save CSV where these languages are spoken, the longest tag first. */
const OF_LANGUAGES: readonly (readonly [encoding: string, languages: RegExp])[] = [
  ['big5', /^zh-(?:Hant|.*\b(?:TW|HK|MO))\b/],
  ['gbk', /^zh\b/],
  ['windows-1250', /^(?:pl|cs|sk|hu|sl|hr|bs|ro|sq|sr-Latn)\b/],
  ['windows-1251', /^(?:ru|uk|be|bg|mk|sr|kk|ky|mn|tg)\b/],
  ['windows-1253', /^el\b/],
  ['windows-1254', /^(?:tr|az)\b/],
  ['windows-1255', /^he\b/],
  ['windows-1256', /^(?:ar|fa|ur)\b/],
  ['windows-1257', /^(?:et|lv|lt)\b/],
  ['windows-1258', /^vi\b/],
  ['windows-874', /^th\b/],
  ['shift_jis', /^ja\b/],
  ['euc-kr', /^ko\b/],
];

/** Asked after in every studio: people and files come from elsewhere too. */
const EVERYWHERE = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'shift_jis',
  'macintosh',
];

/** In which encodings a file can be that is not UTF-8, the most likely first. @param locale of the studio, such as pl-PL */
export const likelyEncodings = (locale: string): readonly string[] => {
  const [own] = OF_LANGUAGES.find(([, languages]) => languages.test(locale)) ?? [];
  return [...new Set(own === undefined ? EVERYWHERE : [own, ...EVERYWHERE])];
};

/**
 * The name of an encoding by any of its labels in the WHATWG Encoding Standard, such as `windows-1250` for `cp1250`.
 * @throws Problem 415 for an encoding that the standard does not name.
 */
const encodingNamed = (label: string): string => {
  try {
    return decoderOf(label).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message =
      `Unknown encoding '${short(label)}'. Send a name from the WHATWG Encoding Standard, such as 'windows-1250' or ` +
      "'shift_jis', or save the file as UTF-8.";
    throw new Problem(415, 'content_type_unsupported', message);
  }
};

export interface Declaration {
  /** What the query or the command line says. */
  readonly encoding?: string | undefined;
  /** What the content type of the file says. */
  readonly charset?: string | undefined;
}

/** The encoding that is declared, and its label; what the query says counts before the content type, which tools write automatically. */
export const declaredEncoding = ({ encoding, charset }: Declaration) => {
  const label = encoding ?? charset;
  if (label === undefined) return undefined;
  const name = encodingNamed(label);
  const other = encoding === undefined || charset === undefined ? name : encodingNamed(charset);
  const note =
    other === name
      ? undefined
      : noteOf(
          'encoding_overridden',
          '',
          `The file was read in ${name}, as set by 'encoding'; its content type is ${other}.`,
          { facts: { encoding: name, contentType: other } },
        );
  return { name, label: label.trim().toLowerCase(), note };
};
