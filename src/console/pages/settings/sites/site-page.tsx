import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { siteFields } from '../../../parts/settings/site-record.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { patchSite, type SiteVersion, siteQuery } from './queries.ts';
import { SiteForm } from './site-form.tsx';
import { useSiteWords } from './site-words.ts';

const route = getRouteApi('/signed-in/settings/sites/$siteId');

/** A site for anyone who may not change it, and an archived one. */
const SiteView = ({ version: { data } }: { version: SiteVersion }) => {
  const t = useText();
  const { studio } = useMe();
  const { nameOf, shownOf } = useSiteWords(data);
  const fields = Object.entries(siteFields.valuesOf(data, studio));
  return (
    <section className="card rules" aria-label={t('sites.partAbout')}>
      <header>
        <h2>{t('sites.partAbout')}</h2>
      </header>
      <div className="body">
        <dl className="settings-read ruled">
          {fields.map(([path, held]) => (
            <div key={path}>
              <dt>{nameOf(path)}</dt>
              <dd>{shownOf(path, held)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
};

/** Closes a site for good, or opens it again. */
const SiteEnd = ({ version }: { version: SiteVersion }) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const { number } = useFormats();
  const { studio } = useMe();
  const { data: site, etag } = version;
  const changed = (text: string): void => {
    void refresh('site');
    say(text);
  };
  const archive = useMutation({
    mutationFn: () => send(client.DELETE('/v2/sites/{id}', { params: { path: { id: site.id } } })),
    onSuccess: ({ futureSessionCount }) =>
      changed(
        t('sites.archivedDone', { name: site.name, count: futureSessionCount, classes: number(futureSessionCount) }),
      ),
  });
  const restore = useMutation({
    mutationFn: () => patchSite(site.id, { status: 'active' }, etag === null ? {} : { header: { 'If-Match': etag } }),
    onSuccess: () => changed(t('sites.restored', { name: site.name })),
  });
  const error = archive.error ?? restore.error;
  const isActive = site.archivedAt === null && site.status === 'active';
  if (isActive ? !can('sites:archive') : !can('sites:write')) return null;
  return (
    <section className="card rules" aria-labelledby="site-end">
      <header>
        <h2 id="site-end">{t(isActive ? 'sites.archiveTitle' : 'sites.restoreTitle')}</h2>
      </header>
      <div className="body stack">
        {isActive && site.id === studio.defaultSiteId ? (
          <p className="quiet">{t('sites.defaultStays')}</p>
        ) : (
          <>
            <p className="quiet">{t(isActive ? 'sites.archiveHint' : 'sites.restoreHint')}</p>
            <div>
              {isActive ? (
                <ConfirmButton
                  label={t('sites.archive')}
                  isDisabled={archive.isPending}
                  outcome={t('sites.archiveOutcome', { name: site.name })}
                  confirm={t('sites.archiveAct', { name: site.name })}
                  onConfirm={() => archive.mutate()}
                />
              ) : (
                <Button size="small" isPending={restore.isPending} onPress={() => restore.mutate()}>
                  {t('sites.restore')}
                </Button>
              )}
            </div>
          </>
        )}
        <ActionError error={error} isLine />
      </div>
    </section>
  );
};

/** A site: about it, its place, hours, rooms and closures. */
export const SitePage = () => {
  const t = useText();
  const can = useCan();
  const { siteId } = route.useParams();
  const { data, error, refetch } = useQuery(siteQuery(siteId));
  const isActive = data?.data.archivedAt === null && data.data.status === 'active';
  return (
    <SettingsFrame page="/settings/sites">
      <div className="stack" data-gap="wide">
        <div className="stack">
          <div>
            <Link to="/settings/sites" className="link small">
              {t('sites.all')}
            </Link>
          </div>
          {data !== undefined && (
            <div className="row" data-wrap="">
              <h2 className="site-name">{data.data.name}</h2>
              {!isActive && <Pill>{t(data.data.archivedAt === null ? 'sites.inactive' : 'sites.archived')}</Pill>}
            </div>
          )}
        </div>
        {error !== null && data === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          error === null && <SkeletonRows />
        ) : (
          <>
            {!can('sites:write') && <p className="quiet">{t('settings.readOnly')}</p>}
            {can('sites:write') && isActive ? (
              <SiteForm key={data.data.id} version={data} />
            ) : (
              <SiteView version={data} />
            )}
            <SiteEnd version={data} />
          </>
        )}
      </div>
    </SettingsFrame>
  );
};
