import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { Group, Input, Label, TextField } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { isUnread, typedOf, unread } from '../../formats/unread.ts';
import { Button } from '../button.tsx';
import { Below, type FieldProps } from './field.tsx';

export interface WrittenProps extends Omit<FieldProps, 'type' | 'beside' | 'value' | 'onChange' | 'placeholder'> {
  /** What the form holds: the value in one form, what was typed where it cannot be read (`unread`), or nothing. */
  readonly value: string;
  readonly onChange: (held: string) => void;
}

interface Written extends WrittenProps {
  /** The value of what was typed; undefined where it cannot be read. */
  readonly read: (typed: string) => string | undefined;
  /** Whether a text is a value as the form holds it; by default one that reads as itself. */
  readonly isHeld?: (held: string) => boolean;
  /** How a value is shown while no one types. */
  readonly shown: (value: string) => string;
  /** What is shown for a text that cannot be read. */
  readonly wrong: (typed: string) => string;
  /** What is shown for a text that was read, such as which half of the day was taken. */
  readonly note?: (typed: string) => string | undefined;
  /** The browser's own way to choose a value, beside typing. */
  readonly picker?: 'date' | 'datetime-local';
}

/** The browser's calendar. Its field is out of sight: it writes dates in the language of the browser, not in the studio's. */
const Picker = ({ type, value, onPick }: { type: string; value: string; onPick: (value: string) => void }) => {
  const t = useText();
  const native = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={native}
        type={type}
        className="picker-field"
        tabIndex={-1}
        aria-hidden="true"
        value={isUnread(value) ? '' : value}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
      <Button
        className="affix"
        excludeFromTabOrder
        aria-label={t('typed.openCalendar')}
        onPress={() => native.current?.showPicker()}
        icon={CalendarDays}
      />
    </>
  );
};

/** A field whose text is read as people write it, and shown as the studio writes it once the field is left. */
export const WrittenField = ({
  read,
  isHeld = (held) => read(held) === held,
  shown,
  wrong,
  note,
  picker,
  value,
  onChange,
  label,
  hint,
  error,
  ...props
}: Written) => {
  // What is typed, and what the form holds of it: a value that comes from elsewhere is shown in its place.
  const [typing, setTyping] = useState<{ readonly text: string; readonly held: string }>();
  const [last, setLast] = useState('');
  const [isLeft, setLeft] = useState(() => isUnread(value));
  const isTyping = typing !== undefined && typing.held === value;
  const at = isUnread(value) ? typedOf(value) : value === '' || !isHeld(value) ? value : shown(value);
  const type = (text: string): void => {
    const held = text.trim() === '' ? '' : (read(text) ?? unread(text));
    setTyping({ text, held });
    setLast(text);
    setLeft(false);
    onChange(held);
  };
  const leave = (): void => {
    setTyping(undefined);
    setLeft(true);
  };
  // A text that is not finished is not wrong yet.
  const refused = isUnread(value) ? (isLeft ? wrong(typedOf(value)) : undefined) : error;
  const noted = isLeft && last !== '' && read(last) === value ? note?.(last) : undefined;
  const input = (
    <Input className={picker === undefined ? 'input' : ''} data-unread={isUnread(value) ? '' : undefined} />
  );
  return (
    <TextField
      autoComplete="off"
      {...props}
      className="field"
      value={isTyping ? typing.text : at}
      onChange={type}
      onBlur={leave}
      isInvalid={refused !== undefined}
      validationBehavior="aria"
    >
      {label !== undefined && <Label>{label}</Label>}
      {picker === undefined ? (
        input
      ) : (
        <Group className="input">
          {input}
          <Picker type={picker} value={value} onPick={onChange} />
        </Group>
      )}
      <Below hint={noted ?? hint} error={refused} />
    </TextField>
  );
};
