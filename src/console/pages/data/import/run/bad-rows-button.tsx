import { Download } from 'lucide-react';
import { useText } from '../../../../base/texts.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useCauseWords } from '../cause-words.ts';
import type { Check, Chosen, RowProblem } from '../import-api.ts';

/** A formula in a cell would be run by the spreadsheet that opens the file. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-][\d ().-]*$/;

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** The words of a file: the headings of its first columns, and each problem as people say it. */
interface Words {
  readonly row: string;
  readonly reasons: string;
  readonly sentenceOf: (problem: RowProblem) => string;
}

/** The rows that cannot be imported as a CSV file: the row, why, and its cells as they were. */
const badRowsFile = ({ headings, badRows }: Check, words: Words): string =>
  `\ufeff${lineOf([words.row, words.reasons, ...headings])}${badRows
    .map(({ row, problems, cells }) => lineOf([String(row), problems.map(words.sentenceOf).join(' '), ...cells]))
    .join('')}`;

/** Has the browser save a text as a file. */
const saveFile = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Saves the rows that cannot be imported, with their reasons, as a file that can be corrected and imported. */
export const BadRowsButton = ({ chosen, check }: { readonly chosen: Chosen; readonly check: Check }) => {
  const t = useText();
  const { sentenceOf } = useCauseWords();
  const download = (): void =>
    saveFile(
      `${chosen.name.replace(/\.\w+$/, '')}-rows.csv`,
      badRowsFile(check, { row: t('data.badRow'), reasons: t('data.badReasons'), sentenceOf }),
    );
  return (
    <Button onPress={download} icon={Download}>
      {t('data.badFile')}
    </Button>
  );
};
