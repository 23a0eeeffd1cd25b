/** A field that can no longer be changed, as text. */
export const FixedField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <dl className="fixed-field">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </dl>
);
