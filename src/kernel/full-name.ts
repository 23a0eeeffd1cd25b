/** The whole name of a person. Some have one name alone, and no last name. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trimEnd();

/** A name as those read it who do not know the person: Dana R. */
export const withInitial = (firstName: string, lastName: string): string => {
  const [initial] = [...lastName];
  return initial === undefined ? firstName : `${firstName} ${initial}.`;
};
