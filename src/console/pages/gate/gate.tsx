import { type ReactNode, useEffect } from 'react';
import { LANGUAGE_NAMES } from '../../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { chooseLanguage, pageLanguage, useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/pictures/logo.tsx';

/** The seats of the ornament: here, then expected, of 26 in each row. */
const ROWS = [
  [9, 3],
  [14, 2],
  [6, 4],
  [11, 3],
  [8, 4],
  [16, 2],
  [5, 3],
  [12, 4],
  [9, 2],
  [13, 3],
] as const;
const SEATS = Array.from({ length: 26 }, (_, index) => index);

/** The seats beside a card. */
export const Ornament = () => (
  <div className="gate-art" aria-hidden="true">
    {ROWS.map(([here, expected]) => (
      <span key={`${here} ${expected}`} className="seats" data-size="large">
        {SEATS.map((index) => (
          <i key={index} data-seat={index < here ? 'here' : index < here + expected ? 'expected' : ''} />
        ))}
      </span>
    ))}
  </div>
);

/** A page before someone has signed in: one card, with seats as the only ornament. */
export const Gate = ({ children, email }: { children: ReactNode /** Who is about to sign in. */; email?: string }) => {
  const t = useText();
  useEffect(() => {
    document.body.classList.add('gate');
    return () => document.body.classList.remove('gate');
  }, []);
  const studio = document.title.split(' · ').at(-1) ?? '';
  return (
    <>
      <main className="gate-main">
        <div className="gate-card">
          <div className="row">
            <Logo url={null} size="large" />
            <div>
              <b className="strong">{studio}</b>
              <p className="small quiet">{email ?? t('shell.console')}</p>
            </div>
          </div>
          {children}
        </div>
        <div className="small quiet gate-foot">
          <span>{t('gate.ownServer')}</span>
          {STAFF_LANGUAGES.filter((each) => each !== pageLanguage()).map((each) => (
            <Button key={each} className="link" onPress={() => chooseLanguage(each)}>
              {LANGUAGE_NAMES[each]}
            </Button>
          ))}
        </div>
      </main>
      <Ornament />
    </>
  );
};
