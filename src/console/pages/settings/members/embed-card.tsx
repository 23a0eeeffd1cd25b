import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import type { Version } from '../../../parts/settings/queries.ts';
import { setupQuery, useCan } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';

interface EmbedCardProps {
  readonly siteId: string | undefined;
  readonly version: Version;
}

/** The line of HTML that puts the timetable or the plans into a website. */
export const EmbedCard = ({ siteId, version }: EmbedCardProps) => {
  const t = useText();
  const can = useCan();
  const [view, setView] = useState<'timetable' | 'plans'>('timetable');
  const { data: setup } = useQuery(setupQuery);
  const { data: settings } = version;
  if (setup === undefined) return null;
  const site = siteId ?? settings.brand.defaultSiteId;
  const line = `<script src="${setup.publicUrl}/book/embed.js" data-site="${site}" data-view="${view}" async></script>`;
  const hasWebsites = settings.membership.embedOrigins.length > 0;
  return (
    <section className="card" aria-labelledby="embed">
      <header>
        <h2 id="embed">{t('members.embed')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <p className="quiet">{t(hasWebsites ? 'members.embedText' : 'members.embedFirst')}</p>
        <RadioField
          label={t('members.embedView')}
          value={view}
          onChange={setView}
          choices={[
            { id: 'timetable', label: t('members.embedTimetable') },
            { id: 'plans', label: t('members.embedPlans') },
          ]}
        />
        <CopyLine value={line} label={t('members.embed')} />
        {can('integrations:manage') && (
          <p className="small quiet">
            {t('members.keysText')}{' '}
            <Link to="/integrations/keys/new" className="">
              {t('members.keys')}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
};
