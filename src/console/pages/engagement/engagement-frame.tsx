import type { ReactNode } from 'react';
import { usePages } from '../../shell/use-pages.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

const LISTS = [
  { to: '/engagement', label: 'engagement.challenges' },
  { to: '/engagement/boards', label: 'engagement.boards' },
  { to: '/engagement/awards', label: 'engagement.awards' },
] as const;

interface EngagementFrameProps {
  /** The list that is shown, by its address. */
  readonly page: (typeof LISTS)[number]['to'];
  /** What can be added to the list. */
  readonly act: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the lists of engagement: their names as tabs, each with an address of its own. */
export const EngagementFrame = ({ page, act, children }: EngagementFrameProps) => {
  const t = useText();
  const { mayOpen } = usePages();
  const shown = LISTS.find(({ to }) => to === page);
  usePageTitle(shown === undefined ? t('engagement.title') : t(shown.label));
  return (
    <>
      <div className="page-head" data-inline="">
        <div className="titles">
          <h1>{t('engagement.title')}</h1>
        </div>
        <div className="actions">{act}</div>
      </div>
      <nav className="tabs" aria-label={t('engagement.title')}>
        {LISTS.filter(({ to }) => mayOpen(to)).map(({ to, label }) => (
          <Link key={to} to={to} className="" activeOptions={{ exact: true, includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className="stack engagement-list" data-gap="wide">
        {children}
      </div>
    </>
  );
};
