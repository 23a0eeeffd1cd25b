import { useText } from '../../base/texts.tsx';
import { DemoNotice } from '../../parts/demo-data/demo-notice.tsx';
import { useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';

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
