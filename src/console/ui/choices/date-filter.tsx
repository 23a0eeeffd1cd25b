import { useState } from 'react';
import { isUnread } from '../../formats/unread.ts';
import { DateField } from '../fields/date-field.tsx';

interface DateFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** A date by which a list is filtered: the list waits until it can be read. */
export const DateFilter = ({ label, value, onChange }: DateFilterProps) => {
  const [typed, setTyped] = useState<string>();
  const change = (held: string): void => {
    setTyped(isUnread(held) ? held : undefined);
    if (!isUnread(held)) onChange(held);
  };
  return <DateField label={label} value={typed ?? value} onChange={change} />;
};
