/** A verb, flag or setting cannot be understood. The message says what is wrong, and what was probably meant. */
export class UsageError extends Error {}
