interface Named {
  readonly displayName: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/** The name by which an instructor is known. */
export const instructorName = ({ displayName, firstName, lastName }: Named): string =>
  displayName ?? `${firstName} ${lastName}`;
