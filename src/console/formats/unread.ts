/**
 * What a form holds of a field whose text cannot be read: the text behind a mark, so that nothing takes it for a value.
 * A draft that is kept shows it again.
 */
const MARK = '?';

export const unread = (typed: string): string => `${MARK}${typed}`;

export const isUnread = (held: string): boolean => held.startsWith(MARK);

/** What was typed. */
export const typedOf = (held: string): string => held.slice(MARK.length);
