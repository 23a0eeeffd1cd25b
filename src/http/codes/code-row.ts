/** A code of errors as the documentation lists it: what it means, and what to do. */
export type CodeRow = readonly [code: string, meaning: string, remedy: string];
