import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { BackupsTab } from './backups/backups-tab.tsx';
import { DemoTab } from './demo-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import { ImportTab } from './import/import-tab.tsx';

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
