import { CornerDownLeft, Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffLanguage } from '../../texts/languages.ts';
import { pageLanguage, useText } from '../base/texts.tsx';
import { Icon } from '../ui/pictures/icon.tsx';

const ENGLISH = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const;

/** The letters as people of a language find them. */
const ROWS: Readonly<Record<StaffLanguage, readonly [string, string, string]>> = {
  en: ENGLISH,
  'en-GB': ENGLISH,
  de: ['QWERTZUIOPÜ', 'ASDFGHJKLÖÄ', 'YXCVBNMß'],
  es: ['QWERTYUIOP', 'ASDFGHJKLÑ', 'ZXCVBNM'],
  fr: ['AZERTYUIOPÉ', 'QSDFGHJKLMÈ', 'WXCVBNÇ'],
};
const DIGITS = '1234567890';
/** What is between the parts of a name. */
const JOINERS = '-’';

interface LettersProps {
  readonly onLetter: (letter: string) => void;
  readonly onDelete: () => void;
  readonly onEnter: () => void;
}

/** Letters and digits of the kiosk's own: a keyboard of the tablet would remember the names. */
export const Letters = ({ onLetter, onDelete, onEnter }: LettersProps) => {
  const t = useText();
  const [top, middle, bottom] = ROWS[pageLanguage()];
  const keys = (letters: string): ReactNode =>
    [...letters].map((letter) => (
      <button key={letter} type="button" onClick={() => onLetter(letter)}>
        {letter}
      </button>
    ));
  return (
    <fieldset className="kiosk-keys" aria-label={t('kiosk.letters')}>
      {[DIGITS, top, middle].map((row) => (
        <div key={row}>{keys(row)}</div>
      ))}
      <div>
        {keys(`${bottom}${JOINERS}`)}
        <button type="button" aria-label={t('kiosk.delete')} onClick={onDelete}>
          <Icon of={Delete} />
        </button>
        <button type="button" aria-label={t('kiosk.enter')} onClick={onEnter}>
          <Icon of={CornerDownLeft} />
        </button>
      </div>
    </fieldset>
  );
};
