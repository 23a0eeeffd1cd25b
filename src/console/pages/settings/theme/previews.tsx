import { type CSSProperties, type ReactNode, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { brandExample } from '../../../../kernel/brand-theme.ts';
import { DAY_MS } from '../../../../kernel/durations.ts';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Logo } from '../../../ui/pictures/logo.tsx';

const MODES = { light: 'theme.light', dark: 'theme.dark' } as const;

/** What the studio shows people, in small. */
const PLACES = {
  member: 'theme.memberPage',
  console: 'theme.console',
  kiosk: 'theme.kiosk',
  mail: 'theme.mail',
} as const satisfies Readonly<Record<string, TextKey>>;
type Place = keyof typeof PLACES;

const isPlace = (id: unknown): id is Place => typeof id === 'string' && Object.hasOwn(PLACES, id);

/** The colors of an example as custom properties. */
const styleOf = (color: string, mode: keyof typeof MODES): CSSProperties => {
  const { ground, surface, line, text, quiet, button, onButton, mark, link, tint, onTint, mailGround, mailCard } =
    brandExample(color, mode);
  return {
    '--pv-ground': ground,
    '--pv-surface': surface,
    '--pv-line': line,
    '--pv-text': text,
    '--pv-quiet': quiet,
    '--pv-solid': button,
    '--pv-on': onButton,
    '--pv-mark': mark,
    '--pv-brand-text': link,
    '--pv-tint': tint,
    '--pv-on-tint': onTint,
    '--pv-mail': mailGround,
    '--pv-card': mailCard,
  } as CSSProperties;
};

interface ExampleProps {
  readonly name: string;
  readonly logoUrl: string | null;
}

const SEATS = [true, true, true, true, true, true, false, false];

const Seats = () => (
  <span className="pv-seats">
    {SEATS.map((isTaken, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: seats have no names
      <i key={at} data-on={isTaken ? '' : undefined} />
    ))}
  </span>
);

/** Tomorrow evening, and twelve hours before, as the studio writes them. */
const useSampleTimes = (): { readonly when: string; readonly until: string } => {
  const { day, wallTime } = useFormats();
  return { when: `${day(nowMs() + DAY_MS)}, ${wallTime('18:00')}`, until: wallTime('06:00') };
};

const Head = ({ name, logoUrl }: ExampleProps) => (
  <header>
    <Logo url={logoUrl} />
    <b>{name}</b>
  </header>
);

const MemberExample = (props: ExampleProps) => {
  const t = useText();
  const { when, until } = useSampleTimes();
  return (
    <>
      <Head {...props} />
      <p className="pv-h">{t('theme.sampleClass')}</p>
      <p className="pv-q">{t('theme.sampleWhen', { when })}</p>
      <Seats />
      <span className="pv-button">{t('theme.sampleBook')}</span>
      <p className="pv-q">
        <span className="pv-link">{t('theme.sampleCancel', { time: until })}</span>
      </p>
    </>
  );
};

const ConsoleExample = (props: ExampleProps) => {
  const t = useText();
  return (
    <>
      <Head {...props} />
      <p className="pv-nav">{t('shell.today')}</p>
      <div className="pv-card">
        <p className="pv-h">{t('theme.sampleClass')}</p>
        <Seats />
        <span className="pv-line">
          <span>{t('theme.samplePerson')}</span>
          <span className="pv-button" data-small="">
            {t('words.checkIn')}
          </span>
        </span>
      </div>
      <p className="pv-q">
        <span className="pv-link">{t('theme.sampleRoster')}</span>
      </p>
    </>
  );
};

const KioskExample = (props: ExampleProps) => {
  const t = useText();
  return (
    <>
      <Head {...props} />
      <p className="pv-h">{t('theme.sampleWelcome')}</p>
      <span className="pv-input">{t('theme.samplePerson')}</span>
      <span className="pv-button">{t('theme.sampleMe')}</span>
      <p className="pv-q">{t('theme.sampleDesk')}</p>
    </>
  );
};

const MailExample = (props: ExampleProps) => {
  const t = useText();
  const { when, until } = useSampleTimes();
  return (
    <>
      <Head {...props} />
      <p className="pv-h">{t('theme.sampleBooked')}</p>
      <div className="pv-block">
        <b>{t('theme.sampleClass')}</b>
        <span>{t('theme.sampleWhen', { when })}</span>
      </div>
      <span className="pv-button">{t('theme.sampleShow')}</span>
      <p className="pv-q">{t('theme.sampleCancel', { time: until })}</p>
    </>
  );
};

const EXAMPLES: Readonly<Record<Place, (props: ExampleProps) => ReactNode>> = {
  member: MemberExample,
  console: ConsoleExample,
  kiosk: KioskExample,
  mail: MailExample,
};

/** How pages, kiosk and emails look with a color, on a light and on a dark ground, while it is being chosen. */
export const Previews = ({ color, ...example }: ExampleProps & { color: string }) => {
  const t = useText();
  const [place, setPlace] = useState<Place>('member');
  const Example = EXAMPLES[place];
  return (
    <aside className="previews" aria-label={t('theme.preview')}>
      <ToggleButtonGroup
        className="segmented"
        aria-label={t('theme.previewOf')}
        disallowEmptySelection
        selectedKeys={[place]}
        onSelectionChange={([key]) => isPlace(key) && setPlace(key)}
      >
        {Object.entries(PLACES).map(([id, label]) => (
          <ToggleButton key={id} id={id}>
            {t(label)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {(['light', 'dark'] as const).map((mode) => (
        <figure key={mode} className="preview" style={styleOf(color, mode)}>
          <figcaption>{t(MODES[mode])}</figcaption>
          <div className="pv-phone" data-place={place}>
            <Example {...example} />
          </div>
        </figure>
      ))}
    </aside>
  );
};
