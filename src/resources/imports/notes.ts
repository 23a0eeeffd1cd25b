/** What a note is about, so that a page can say it in its own words. */
export const NOTE_REASONS = [
  'columns_matched',
  'values_mapped',
  'amounts_read',
  'amounts_mixed',
  'names_split',
  'first_name_column',
  'last_name_column',
  'birthdays_left_out',
  'room_taken_twice',
  'renewal_left_out',
  'renews_at_once',
  'encoding_overridden',
  'encoding_unknown',
] as const;

type NoteReason = (typeof NOTE_REASONS)[number];

/** A value of the file, and what it was read as. */
export interface ReadExample {
  readonly text: string;
  readonly value: string;
}

/** How a column was read where there was a choice, or what to check in a row. */
export interface ColumnNote {
  readonly column: string;
  readonly message: string;
  readonly reason: NoteReason;
  readonly examples: ReadExample[];
  readonly facts: Record<string, string | number>;
}

export const noteOf = (
  reason: NoteReason,
  column: string,
  message: string,
  { examples = [], facts = {} }: Partial<Pick<ColumnNote, 'examples' | 'facts'>> = {},
): ColumnNote => ({ column, message, reason, examples, facts });
