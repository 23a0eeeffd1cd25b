import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { lengthText, readLength, saidUnit, type Unit } from '../../formats/read-length.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { WrittenField, type WrittenProps } from './written-field.tsx';

const isLength = (text: string): boolean => /^\d{1,6}$/.test(text);

/** A length of time. It holds a number of units. */
export const LengthField = ({ unit, ...props }: WrittenProps & { readonly unit: Unit }) => {
  const t = useText();
  const { locale } = useFormats();
  const said = isLength(props.value) ? saidUnit(Number(props.value), unit) : unit;
  // A number alone is of the unit that the field showed when someone came to it, and is shown with it when they leave.
  const [usual, setUsual] = useState(said);
  return (
    <WrittenField
      {...props}
      onFocus={() => setUsual(said)}
      read={(typed) => readLength(typed, unit, usual, locale)?.toString()}
      // What a form holds is of its own unit.
      isHeld={isLength}
      shown={(length) => lengthText(locale, Number(length), unit)}
      wrong={() =>
        t('typed.lengthWrong', { example: lengthText(locale, 2, 'hour'), other: lengthText(locale, 3, 'day') })
      }
    />
  );
};
