/** The message of whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of an error of the system or of SQLite, such as `ENOSPC`; empty when it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const PROGRAMMING = [TypeError, ReferenceError, RangeError, SyntaxError];

/**
 * Whether an exception is a fault of the program, and says nothing of what the program was doing. The runtime gives errors of
 * the outside a `code`, also those of these classes.
 */
export const isFault = (error: unknown): boolean =>
  PROGRAMMING.some((each) => error instanceof each) && errorCode(error) === '';
