import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { DemoNotice } from '../demo-data/demo-notice.tsx';

/** The demo data with which the studio began, and their removal. */
export const DemoTab = () => {
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
