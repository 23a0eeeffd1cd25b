/** What is wrong with a part of a form that is no field of its own. */
export const PartError = ({ error }: { readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className="error" role="alert">
      {error}
    </p>
  );
