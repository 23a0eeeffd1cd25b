/** The changes of an update, in the form that events carry (events.md "Rules"). */
export interface Changes {
  /** The new values of the fields that changed. */
  readonly changes: Record<string, unknown>;
  readonly previous: Record<string, unknown>;
}

/** The top-level fields that differ between two states of a record, without those that events must not carry. */
export const changesBetween = (before: object, after: object, excluded: readonly string[] = []): Changes => {
  const changes: Record<string, unknown> = {};
  const previous: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = Reflect.get(before, field);
    if (field === 'updatedAt' || excluded.includes(field) || Bun.deepEquals(old, value)) continue;
    changes[field] = value;
    previous[field] = old ?? null;
  }
  return { changes, previous };
};

export const isChanged = ({ changes }: Changes): boolean => Object.keys(changes).length > 0;
