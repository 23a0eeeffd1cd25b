import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { DemoNotice } from '../../parts/demo-data/demo-notice.tsx';
import { useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { BackupsTab } from './backups/backups-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import { ImportTab } from './import/import-tab.tsx';

/** The demo data with which the studio began, and their removal. */
const DemoTab = () => {
  const t = useText();
  const { hasDemoData } = useMe();
  if (hasDemoData) return <DemoNotice />;
  return (
    <div className="empty">
      <p>{t('data.demoNone')}</p>
      <Link to="/data/{-$tab}" params={{ tab: undefined }} className="button">
        {t('data.import')}
      </Link>
    </div>
  );
};

const route = getRouteApi('/signed-in/data/{-$tab}');

/** Files in and out, backups, and demo data. */
export const DataPage = () => {
  const t = useText();
  const { tab } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <TabbedPage
      title={t('data.title')}
      lead={t('data.lead')}
      parts={[
        { id: 'import', name: t('data.import'), show: () => <ImportTab /> },
        { id: 'export', name: t('data.export'), show: () => <ExportTab /> },
        { id: 'backups', name: t('data.backups'), show: () => <BackupsTab /> },
        { id: 'demo', name: t('data.demo'), show: () => <DemoTab /> },
      ]}
      tab={tab}
      onTab={(next) => void navigate({ params: { tab: next }, replace: true })}
    />
  );
};
