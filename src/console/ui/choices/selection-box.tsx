import { Checkbox } from 'react-aria-components';

/** The box that selects a row of a table, or all rows of its page. */
export const SelectionBox = ({ label }: { label: string }) => (
  <Checkbox slot="selection" className="select-box" aria-label={label}>
    {({ isSelected, isIndeterminate }) => (
      <span
        className="check"
        data-selected={isSelected || undefined}
        data-indeterminate={isIndeterminate || undefined}
      />
    )}
  </Checkbox>
);
