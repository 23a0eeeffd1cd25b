import { type ReactNode, useEffect, useRef } from 'react';
import type { TextKey } from '../../../texts/translate.ts';
import { useMe } from '../../session.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** The pages of the settings: each has an address of its own. */
const PAGES = [
  { to: '/settings/theme', label: 'theme.title' },
  { to: '/settings/studio', label: 'studio.title' },
  { to: '/settings/sites', label: 'sites.title' },
  { to: '/settings/kiosks', label: 'kiosks.title' },
  { to: '/settings/booking', label: 'booking.title' },
  { to: '/settings/payment', label: 'payment.title' },
  { to: '/settings/mails', label: 'mails.title' },
  { to: '/settings/membership', label: 'membership.title' },
  { to: '/settings/members', label: 'members.title' },
] as const satisfies readonly { readonly to: string; readonly label: TextKey }[];

export type SettingsPath = (typeof PAGES)[number]['to'];

interface SettingsFrameProps {
  /** The page that is shown, by its address. */
  readonly page: SettingsPath;
  /** Whether it takes the whole width, without a preview beside it. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}

/** The frame of all settings: their pages beside what is set. */
export const SettingsFrame = ({ page, isWhole = true, children }: SettingsFrameProps) => {
  const t = useText();
  const me = useMe();
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the pages stand on a line that scrolls.
  useEffect(() => {
    const link = nav.current?.querySelector(`a[href$="${page}"]`);
    if (!nav.current || !link) return;
    const [line, place] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    nav.current.scrollLeft += place.left - line.left - (line.width - place.width) / 2;
  }, [page]);
  const shown = PAGES.find(({ to }) => to === page);
  usePageTitle(shown === undefined ? t('shell.settings') : t(shown.label));
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('shell.settings')}</h1>
        </div>
      </div>
      <div className="settings" data-whole={isWhole ? '' : undefined}>
        <nav ref={nav} className="subnav" aria-label={t('shell.settings')}>
          {PAGES.filter(({ to }) => mayOpen(me, to)).map(({ to, label }) => (
            <Link key={to} to={to} className="">
              {t(label)}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
};
