import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { later } from '../../base/time/now.ts';
import { Icon } from '../pictures/icon.tsx';

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** How long a person pauses before what is typed is looked for, ms. */
const PAUSE_MS = 120;

/** Finds in a list while a person types. Escape clears it. */
export const SearchInput = ({ label, value, onChange }: SearchInputProps) => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const pending = useRef<() => void>(undefined);
  // A filter chosen during the pause stays: what is typed goes to the newest handler, which knows the filter.
  const newest = useRef(onChange);
  useEffect(() => {
    newest.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => pending.current?.(), []);
  const type = (next: string): void => {
    setText(next);
    pending.current?.();
    pending.current = later(() => {
      sent.current = next.trim();
      newest.current(next.trim());
    }, PAUSE_MS);
  };
  return (
    <SearchField className="input find" aria-label={label} value={text} onChange={type}>
      <Icon of={Search} />
      <Input placeholder={label} autoComplete="off" />
    </SearchField>
  );
};
