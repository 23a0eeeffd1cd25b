import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { ADDED, siteFields } from '../../../parts/settings/site-record.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { useZoneChoices } from '../../../ui/choices/place-choices.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Site, sitesQuery } from './queries.ts';
import { useDatesOf } from './site-words.ts';

const addedFields = siteFields.pick(...ADDED);

/** Adds a site with what it needs to begin; the rest is on its page. */
const NewSite = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const { studio } = useMe();
  const form = useNewRecord(addedFields, {
    kind: 'site',
    choices: { timezone: useZoneChoices(studio.timezone) },
    create: (body, header) => send(client.POST('/v2/sites', { params: { header }, body })),
    onCreated: ({ id, name: added }) => {
      say(t('sites.added', { name: added }));
      onClose();
      void navigate({ to: '/settings/sites/$siteId', params: { siteId: id } });
    },
  });
  return (
    <DialogForm form={form} title={t('sites.add')} act={t('sites.add')} onClose={onClose}>
      <FormFields form={form} />
    </DialogForm>
  );
};

const route = getRouteApi('/signed-in/settings/sites');

/** When a site is closed next. */
const NextClosure = ({ site: { closures, timezone } }: { site: Site }) => {
  const t = useText();
  const { localDate } = useFormats(timezone);
  const datesOf = useDatesOf();
  const today = localDate(nowMs());
  const next = closures
    .filter(({ endDate }) => endDate >= today)
    .toSorted((left, right) => left.startDate.localeCompare(right.startDate))[0];
  if (next === undefined) return <span className="faint">{t('sites.noClosure')}</span>;
  return datesOf(next.startDate, next.endDate);
};

/** What sets a site apart: archived or inactive, and the default. */
const SiteState = ({ site: { id, archivedAt, status } }: { site: Site }) => {
  const t = useText();
  const { studio } = useMe();
  const state = archivedAt !== null ? 'sites.archived' : status === 'inactive' ? 'sites.inactive' : undefined;
  return (
    <>
      {state !== undefined && <Pill>{t(state)}</Pill>}
      {id === studio.defaultSiteId && <Pill tone="brand">{t('sites.isDefault')}</Pill>}
    </>
  );
};

const useColumns = (): readonly ListColumn<Site>[] => {
  const t = useText();
  const { number } = useFormats();
  const whereOf = ({ isDigital, address }: Site): string => {
    const { line1 = null, city = null } = address ?? {};
    return isDigital ? t('sites.isOnline') : [line1, city].filter((each) => each !== null).join(', ');
  };
  return [
    {
      id: 'name',
      name: t('sites.name'),
      part: 'lead',
      cell: (site) => (
        <LeadCell
          name={
            <Link to="/settings/sites/$siteId" params={{ siteId: site.id }} className="strong">
              {site.name}
            </Link>
          }
          note={whereOf(site) || t('sites.noAddress')}
        />
      ),
    },
    {
      id: 'zone',
      name: t('sites.zone'),
      priority: 3,
      isQuiet: false,
      cell: ({ timezone }) => timezone.replaceAll('_', ' '),
    },
    {
      id: 'rooms',
      name: t('sites.rooms'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ rooms }) => number(rooms.length),
    },
    { id: 'closure', name: t('sites.nextClosure'), priority: 1, cell: (site) => <NextClosure site={site} /> },
    {
      id: 'state',
      name: t('common.actions'),
      part: 'side',
      isUnnamed: true,
      cell: (site) => <SiteState site={site} />,
    },
  ];
};

export const SitesPage = () => {
  const t = useText();
  const can = useCan();
  const { archived } = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const query = useInfiniteQuery(sitesQuery(archived === 'yes'));
  const columns = useColumns();
  return (
    <SettingsFrame page="/settings/sites">
      <div className="stack" data-gap="wide">
        <div className="row" data-wrap="">
          {can('sites:write') && (
            <Button variant="primary" onPress={() => setAdding(true)} icon={Plus}>
              {t('sites.add')}
            </Button>
          )}
          <span className="push" />
          <SwitchField
            label={t('sites.withArchived')}
            isSelected={archived === 'yes'}
            onChange={(isOn) => void navigate({ search: isOn ? { archived: 'yes' } : {}, replace: true })}
          />
        </div>
        <PagedTable query={query} caption={t('sites.title')} empty={t('sites.none')} columns={columns} />
        {isAdding && <NewSite onClose={() => setAdding(false)} />}
      </div>
    </SettingsFrame>
  );
};
