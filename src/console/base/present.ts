/** What there is of some parts: a part that is left out is false, null or undefined. */
export const present = <Part>(parts: readonly (Part | false | null | undefined)[]): Part[] =>
  parts.filter((part): part is Part => part !== false && part !== null && part !== undefined);
