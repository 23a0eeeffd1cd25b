import { errorCodes } from '../error-codes.ts';
import { code, escapeText, table } from './html.ts';

/** The table of error codes; every `docUrl` of an error points to one of its rows. */
export const errorList = (): string =>
  errorCodes
    .map(({ status, type, codes }) => {
      const rows = codes.map(([name, meaning, remedy]) => ({
        id: `error-${name}`,
        cells: [`<a href="#error-${name}">${code(name)}</a>`, escapeText(meaning), escapeText(remedy)],
      }));
      return `<h3>${status} ${code(type)}</h3>\n${table(['Code', 'What it means', 'What to do'], rows)}`;
    })
    .join('\n');
