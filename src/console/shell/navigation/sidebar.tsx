import { useEffect } from 'react';
import { rememberSections } from '../../base/first-picture.ts';
import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';
import { Count } from '../../ui/notices/status.tsx';
import { AccountButton } from '../account/account-button.tsx';
import { SiteButton } from '../account/site-button.tsx';
import { useDecisionCount } from '../decisions.ts';
import { Tray } from './tray.tsx';
import { type NamedSection, useGroups } from './use-pages.ts';

/** How many decisions wait at the site, beside Today. */
const DecisionCount = () => {
  const t = useText();
  const count = useDecisionCount();
  return count > 0 ? <Count value={count} tone="due" label={t('shell.decisions', { count })} /> : null;
};

const SectionLink = ({ section: { to, title, icon } }: { section: NamedSection }) => (
  <Link to={to} className="" activeProps={{ 'aria-current': 'page' }} icon={icon}>
    <span className="label">{title}</span>
    {to === '/today' && <DecisionCount />}
  </Link>
);

/** The navigation: the site at the top, the pages that the person may open, the account at the bottom. */
export const Sidebar = () => {
  const t = useText();
  const groups = useGroups();
  const paths = groups.flatMap(({ sections }) => sections.map(({ to }) => to)).join(' ');
  useEffect(() => rememberSections(paths.split(' ')), [paths]);
  return (
    <nav className="sidebar" aria-label={t('shell.console')}>
      <SiteButton />
      <div className="sections">
        {groups.map(({ label, sections }) => (
          <div key={label}>
            <h2>{t(label)}</h2>
            {sections.map((section) => (
              <SectionLink key={section.to} section={section} />
            ))}
          </div>
        ))}
      </div>
      <div className="me">
        <Tray />
        <AccountButton />
      </div>
    </nav>
  );
};
