import { Delete } from 'lucide-react';
import { useText } from '../texts.tsx';
import { Icon } from '../ui/icon.tsx';

const ROWS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const;

interface LettersProps {
  readonly onLetter: (letter: string) => void;
  readonly onDelete: () => void;
}

/** Letters of the kiosk's own: a keyboard of the tablet would remember the names. */
export const Letters = ({ onLetter, onDelete }: LettersProps) => {
  const t = useText();
  return (
    <fieldset className="kiosk-keys" aria-label={t('kiosk.letters')}>
      {ROWS.map((row, index) => (
        <div key={row}>
          {[...row].map((letter) => (
            <button key={letter} type="button" onClick={() => onLetter(letter)}>
              {letter}
            </button>
          ))}
          {index === ROWS.length - 1 && (
            <button type="button" aria-label={t('kiosk.delete')} onClick={onDelete}>
              <Icon of={Delete} />
            </button>
          )}
        </div>
      ))}
    </fieldset>
  );
};
