import { UsageError } from '../../config/usage-error.ts';

/** Strings, quoted names and comments, in which nothing has a meaning; an open one reaches to the end. */
const INERT =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const isComment = (text: string): boolean => text.startsWith('--') || text.startsWith('/*');

/** The text with blanks in place of comments, and `x` in place of strings and quoted names. */
const skeletonOf = (text: string): string =>
  text.replace(INERT, (match) => (isComment(match) ? ' ' : 'x').padEnd(match.length, isComment(match) ? ' ' : 'x'));

/** Whether the text ends a statement, so that a prompt can run it. */
export const isComplete = (text: string): boolean => skeletonOf(text).trimEnd().endsWith(';');

const READS = ['select', 'with', 'values', 'explain'];
/** Pragmas that only say what the schema is. */
const PRAGMAS = [
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
];
const PRAGMA = new RegExp(`^pragma\\s+(?:${[...PRAGMAS, 'user_version'].join('|')})\\s*(?:\\([^=]*\\))?$`, 'i');

/** @throws UsageError unless there is exactly one statement, and it reads. Returns it without its semicolon. */
export const readingStatement = (text: string): string => {
  const skeleton = skeletonOf(text);
  const end = skeleton.indexOf(';');
  const statement = (end < 0 ? text : text.slice(0, end)).trim();
  const bare = (end < 0 ? skeleton : skeleton.slice(0, end)).trim();
  if (bare === '') throw new UsageError("Missing query. Example: studiod sql 'select count(*) from clients'");
  if (end >= 0 && skeleton.slice(end + 1).trim() !== '') throw new UsageError('Give one statement at a time.');
  const [first = ''] = /^\w+/.exec(bare) ?? [];
  if (READS.includes(first.toLowerCase()) || PRAGMA.test(bare)) return statement;
  throw new UsageError(`'${first}' is not allowed: studiod sql is read-only. Start with ${READS.join(', ')}.`);
};
