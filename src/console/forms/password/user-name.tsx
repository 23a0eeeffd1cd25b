/** Tells password managers whose password a form asks for. They take a text field that is not seen, and no hidden input. */
export const UserName = ({ value }: { readonly value: string }) => (
  <input type="text" autoComplete="username" value={value} readOnly hidden />
);
