interface Named {
  readonly displayName: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

export const instructorName = ({ displayName, firstName, lastName }: Named): string =>
  displayName ?? `${firstName} ${lastName}`;
