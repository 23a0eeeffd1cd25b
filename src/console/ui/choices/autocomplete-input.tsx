import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { Icon } from '../pictures/icon.tsx';
import { useEnterWhenFound } from './use-enter-when-found.ts';

interface AutocompleteInputProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly placeholder: string;
  readonly className?: string;
  readonly text: string;
  /** What the list below shows, which may still be what an earlier text found. */
  readonly items: readonly { readonly id: string }[];
  /** Whether the list shows what this text finds. */
  readonly isFound: boolean;
  readonly onChoose: (id: string) => void;
  /** Whether a choice does something right away that no one should do unseen, such as a booking. */
  readonly isFinal?: boolean;
}

/** Whether a list has an item that Enter chooses automatically. */
const hasCurrent = (list: HTMLElement | null): boolean =>
  list !== null && list.querySelector('[data-focused]') !== null;

/**
 * The field of an Autocomplete, above a list of what is found while someone types. Enter chooses the current item, else the first
 * of what was typed, never an item of an earlier text.
 */
export const AutocompleteInput = ({
  label,
  isLabelShown = false,
  placeholder,
  className = 'field',
  text,
  items,
  isFound,
  onChoose,
  isFinal = false,
}: AutocompleteInputProps) => {
  const [first, ...others] = items;
  const enter = useEnterWhenFound(text, isFound, (seen) => {
    // Others may have come before the one who was meant: then the list is there to be looked at.
    const isCertain = !isFinal || others.length === 0 || first?.id === seen;
    if (first !== undefined && isCertain) onChoose(first.id);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
    if (isFound && !event.repeat && hasCurrent(list)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (!isFound) enter.wait(first?.id);
    else if (first !== undefined) onChoose(first.id);
  };
  return (
    <SearchField className={className} autoFocus {...(isLabelShown ? {} : { 'aria-label': label })}>
      {isLabelShown && <Label>{label}</Label>}
      <div className="input">
        <Icon of={Search} />
        <Input
          placeholder={placeholder}
          autoComplete="off"
          onKeyDownCapture={onKeyDown}
          onBlur={({ isTrusted }) => isTrusted && enter.forget()}
        />
      </div>
    </SearchField>
  );
};
