/** What an update did to a record, as events tell it (events.md "Rules"). */
export interface Changes {
  /** The new values of the fields that changed. */
  readonly changes: Record<string, unknown>;
  /** Their old values. */
  readonly previous: Record<string, unknown>;
}

/** The top-level fields that differ between two states of a record, without those that no event may tell. */
export const changesBetween = (before: object, after: object, untold: readonly string[] = []): Changes => {
  const changes: Record<string, unknown> = {};
  const previous: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(after)) {
    const old = (before as Record<string, unknown>)[field];
    if (field === 'updatedAt' || untold.includes(field) || Bun.deepEquals(old, value)) continue;
    changes[field] = value;
    previous[field] = old ?? null;
  }
  return { changes, previous };
};

/** Whether anything changed that may be told. */
export const isChanged = ({ changes }: Changes): boolean => Object.keys(changes).length > 0;
