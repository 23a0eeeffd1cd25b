import { useText } from '../../../texts.tsx';
import { useFieldName } from './field-names.ts';

interface Cause {
  readonly code: string;
  readonly column: string | null;
  readonly message: string;
}

/** A message without the name of its field in quotes, which the page says in words: 'email' must be ... */
const withoutField = (message: string, field: string): string => {
  const start = `'${field}' `;
  if (!message.startsWith(start)) return message;
  const rest = message.slice(start.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

/** What is wrong with rows as people say it: a page has no parameters and no command line. */
export const useCauseWords = () => {
  const t = useText();
  const nameOf = useFieldName();
  const wordsOf = ({ code, column, message }: Cause): string => {
    if (code === 'parameter_missing' && column !== null) return t('data.causeMissing');
    if (code === 'client_email_exists') return t('data.causeSharedEmail', { choice: t('data.sharedEmail') });
    return column === null ? message : withoutField(message, column);
  };
  /** A reason of a row, which begins with its field: `email: 'email' must be ...`. */
  const reasonOf = (reason: string): string => {
    const [, field, message] = /^([\w.]+(?:\[\d+\])?): (.+)$/s.exec(reason) ?? [];
    if (field === undefined || message === undefined) return reason;
    return `${nameOf(field)}: ${withoutField(message, field)}`;
  };
  return { wordsOf, reasonOf };
};
