/** Paths that need no credential, such as those of pages. */
export interface OpenPaths {
  /** Whole paths. */
  readonly paths?: readonly string[];
  /** What paths begin with, up to a slash. */
  readonly prefixes?: readonly string[];
  /** Whether requests count in the bucket of the client address. */
  readonly isLimited?: boolean;
  /** Which pages of other origins may ask for them. */
  readonly readableFrom?: ReadableFrom;
  /** Those, whole or up to a slash, that pages of every origin may read. */
  readonly readableEverywhere?: readonly string[];
}

/**
 * The pages of other origins whose programs may read an answer: those of apps that the server names, those of websites with a
 * publishable key besides, or all.
 */
export type ReadableFrom = 'apps' | 'websites' | 'everywhere';
