import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFieldName } from '../../../parts/data/field-names.ts';
import type { RowProblem } from './import-api.ts';

/** What a problem is in a file, where the words of other pages would say something else. */
const IN_FILES: Readonly<Record<string, TextKey>> = {
  parameter_missing: 'data.causeMissing',
  parameter_unknown: 'data.causeUnknown',
  resource_missing: 'data.causeNotFound',
};

/** What is wrong with rows as people say it: a file has no parameters and no command line. */
export const useCauseWords = () => {
  const t = useText();
  const nameOf = useFieldName();
  const wordsOf = ({ code, message }: RowProblem): string => {
    if (code === 'client_email_exists') return t('data.causeSharedEmail', { choice: t('data.sharedEmail') });
    const key = IN_FILES[code];
    return key === undefined ? message : t(key);
  };
  /** A problem of a row, which begins with its field. */
  const sentenceOf = (problem: RowProblem): string =>
    problem.column === null ? wordsOf(problem) : `${nameOf(problem.column)}: ${wordsOf(problem)}`;
  return { wordsOf, sentenceOf };
};
