import { useText } from '../../base/texts.tsx';

/** How many digits a code of an app has. */
export const DIGITS = 6;
const PLACES = Array.from({ length: DIGITS }, (_, index) => index);

interface DigitsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isInvalid: boolean;
}

/** One field for six digits, drawn as six boxes. */
export const Digits = ({ value, onChange, isInvalid }: DigitsProps) => {
  const t = useText();
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor="code">
        {t('gate.code')}
      </label>
      <div className="digits">
        <input
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={DIGITS}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby="code-hint"
          // biome-ignore lint/a11y/noAutofocus: the field is the whole page, which follows the person's own press
          autoFocus
          onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
        />
        <span aria-hidden="true">
          {PLACES.map((place) => (
            <i key={place} data-caret={place === value.length ? '' : undefined}>
              {value[place] ?? ''}
            </i>
          ))}
        </span>
      </div>
      <p className="hint" id="code-hint">
        {t('gate.codeGoesOn')}
      </p>
    </div>
  );
};
