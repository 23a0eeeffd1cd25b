/** Paths that need no credential, such as those of pages. */
export interface OpenPaths {
  /** Whole paths. */
  readonly paths?: readonly string[];
  /** What paths begin with, up to a slash. */
  readonly prefixes?: readonly string[];
  /** Whether requests count in the bucket of the client address. */
  readonly isLimited?: boolean;
}
