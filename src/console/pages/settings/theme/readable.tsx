import { CircleCheck, WandSparkles } from 'lucide-react';
import { brandReading, type Hue, type Repair } from '../../../../kernel/brand-theme.ts';
import { numberFormat } from '../../../../kernel/locale-formats.ts';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { Status } from '../../../ui/notices/status.tsx';

const HUES = {
  red: 'theme.red',
  orange: 'theme.orange',
  yellow: 'theme.yellow',
  green: 'theme.green',
  teal: 'theme.teal',
  blue: 'theme.blue',
  purple: 'theme.purple',
  pink: 'theme.pink',
  grey: 'theme.grey',
} as const satisfies Readonly<Record<Hue, TextKey>>;

const REPAIRED = {
  darker: 'theme.darker',
  lighter: 'theme.lighter',
  softer: 'theme.softer',
} as const satisfies Readonly<Record<Repair, TextKey>>;

/** From here on, words can be read. */
const WORDS = 4.5;

/** Whether what is made of a color can be read: in words and figures. Nothing is refused; what is hard to read is mended. */
export const Readable = ({ color }: { color: string }) => {
  const t = useText();
  const { locale } = useFormats();
  const reading = brandReading(color);
  const hue = t(HUES[reading.hue]);
  const figure = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // Rounded down: 4.49 must not read as enough.
  const ratio = (value: number): string => figure.format(Math.floor(value * 10) / 10);
  const made = (repair: Repair | undefined): string =>
    repair === undefined ? t('theme.asItIs', { hue }) : t(REPAIRED[repair], { hue });
  const { buttons, words, marks, dark } = reading;
  const onButtons = (): string => {
    if (buttons.repair !== undefined) return t('theme.buttonsMended', { hue });
    return buttons.isDark ? t('theme.buttonsDark', { ratio: ratio(buttons.white) }) : t('theme.buttonsWhite', { hue });
  };
  const lines = [
    { name: t('theme.onButtons'), ...buttons, note: onButtons() },
    { name: t('theme.links'), ...words, note: made(words.repair) },
    { name: t('theme.marks'), ...marks, note: made(marks.repair) },
    { name: t('theme.onDark'), ...dark, note: made(dark.repair) },
  ];
  const summary = (): string => {
    if (buttons.white < WORDS) return t('theme.tooLight', { hue });
    return words.repair === undefined ? t('theme.fine', { hue }) : t('theme.nearly', { hue });
  };
  return (
    <section className="card" aria-labelledby="readable">
      <header>
        <h2 id="readable">{t('theme.readable')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet" role="status">
          {summary()}
        </p>
        <ul className="contrast ruled">
          {lines.map(({ name, ratio: value, repair, note }) => (
            <li key={name}>
              <span>{name}</span>
              <Status
                icon={repair === undefined ? CircleCheck : WandSparkles}
                tone={repair === undefined ? 'positive' : 'caution'}
              >
                {t('theme.ratio', { ratio: ratio(value) })}
              </Status>
              <small className="quiet">{note}</small>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
