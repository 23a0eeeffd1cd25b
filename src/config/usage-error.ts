/** A verb, flag or setting cannot be understood. The message says what is wrong, and what was probably meant. */
export class UsageError extends Error {}

/** The settings are not safe to use: exit code 3. The message says what to do. */
export class UnsafeSettings extends Error {}
