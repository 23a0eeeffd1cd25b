import { errorCodes } from '../error-codes.ts';
import { code, escapeText, table } from './html.ts';

/** The tables of error codes. The `docUrl` of each error is the link to its row. */
export const errorList = (): string =>
  errorCodes
    .map(({ status, type, codes }) => {
      const rows = codes.map(([name, meaning, remedy]) => ({
        id: `error-${name}`,
        cells: [`<a href="#error-${name}">${code(name)}</a>`, escapeText(meaning), escapeText(remedy)],
      }));
      return `<h3>${status} ${code(type)}</h3>\n${table(['Code', 'Meaning', 'What to do'], rows)}`;
    })
    .join('\n');
