/** What the caller wrote cannot be understood: a verb, a flag, a setting. The message says what was probably meant. */
export class UsageError extends Error {}
