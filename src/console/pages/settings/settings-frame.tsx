import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../base/texts.tsx';
import type { PagePath } from '../../shell/navigation/navigation.ts';
import { usePages } from '../../shell/navigation/use-pages.ts';
import { Link } from '../../ui/button.tsx';

/** The pages of the settings: each has an address of its own. */
const PAGES = [
  '/settings/theme',
  '/settings/studio',
  '/settings/sites',
  '/settings/kiosks',
  '/settings/booking',
  '/settings/payment',
  '/settings/mails',
  '/settings/membership',
  '/settings/members',
] as const satisfies readonly PagePath[];

export type SettingsPath = (typeof PAGES)[number];

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
  const { mayOpen, titleOf } = usePages();
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the pages are on a line that scrolls.
  useEffect(() => {
    const link = nav.current?.querySelector(`a[href$="${page}"]`);
    if (!nav.current || !link) return;
    const [line, place] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    nav.current.scrollLeft += place.left - line.left - (line.width - place.width) / 2;
  }, [page]);
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('shell.settings')}</h1>
        </div>
      </div>
      <div className="settings" data-whole={isWhole ? '' : undefined}>
        <nav ref={nav} className="subnav" aria-label={t('shell.settings')}>
          {PAGES.filter(mayOpen).map((to) => (
            <Link key={to} to={to} className="">
              {titleOf(to)}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
};
