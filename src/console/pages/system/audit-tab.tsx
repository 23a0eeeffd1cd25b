import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { addDays, isDate, startOfDate } from '../../base/time/local-time.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { staffQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { DateFilter } from '../../ui/choices/date-filter.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { PagePending } from '../../ui/notices/page-states.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { ACTS } from './audit-words.ts';
import { type AuditFilters, auditQuery, type Entry } from './queries.ts';

const route = getRouteApi('/signed-in/system/{-$tab}');
const ALL = 'all';

interface Search {
  readonly who?: string;
  readonly act?: string;
  readonly from?: string;
  readonly to?: string;
}

/** What the address asks for, as the interface takes it: dates are days in the zone of the studio. */
const filtersOf = ({ who, act, from, to }: Search, zone: string): AuditFilters => ({
  ...(who === undefined ? {} : { actor: who }),
  ...(act === undefined ? {} : { type: act }),
  ...(isDate(from) ? { from: new Date(startOfDate(from, zone)).toISOString() } : {}),
  ...(isDate(to) ? { to: new Date(startOfDate(addDays(to, 1), zone) - 1).toISOString() } : {}),
});

interface Person {
  readonly id: string;
  readonly name: string;
}

const useWho = (people: readonly Person[]): ((entry: Entry) => string) => {
  const t = useText();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return ({ source, staffId, credentialName: key }) => {
    const name = staffId === null ? undefined : names.get(staffId);
    if (name !== undefined) return key === null ? name : t('system.byKeyFor', { key, name });
    if (source === 'command_line') return t('system.byCommandLine');
    if (source === 'job') return t('system.byJob');
    return staffId === null ? (key ?? t('system.byKey')) : t('system.bySomebody');
  };
};

const Filters = ({ people }: { people: readonly Person[] }) => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (changed: Partial<Record<keyof Search, string | undefined>>): void => {
    const next = Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const actions = Object.entries(ACTS)
    .map(([id, text]) => ({ id, name: t(text) }))
    .toSorted((left, right) => left.name.localeCompare(right.name));
  return (
    <fieldset className="audit-filters" aria-label={t('lists.filters')}>
      {people.length > 0 && (
        <Select
          label={t('system.who')}
          value={search.who ?? ALL}
          choices={[{ id: ALL, name: t('system.everybody') }, ...people]}
          onChange={(id) => set({ who: id === ALL ? undefined : id })}
        />
      )}
      <Select
        label={t('system.what')}
        value={search.act ?? ALL}
        choices={[{ id: ALL, name: t('system.everything') }, ...actions]}
        onChange={(id) => set({ act: id === ALL ? undefined : id })}
      />
      <DateFilter label={t('system.from')} value={search.from ?? ''} onChange={(from) => set({ from })} />
      <DateFilter label={t('system.to')} value={search.to ?? ''} onChange={(to) => set({ to })} />
    </fieldset>
  );
};

/** Who changed what, with filters, in words. */
export const AuditTab = () => {
  const t = useText();
  const can = useCan();
  const { timeZone } = useFormats();
  const search = route.useSearch();
  const { data: staff = [] } = useQuery({ ...staffQuery, enabled: can('staff:read') });
  const people = staff.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }));
  const whoOf = useWho(people);
  const query = useInfiniteQuery(auditQuery(filtersOf(search, timeZone)));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <Filters people={people} />
      {data === undefined && error === null && <PagePending />}
      {data === undefined && error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && entries.length === 0 && (
        <div className="empty">
          <p>{t('system.noEntries')}</p>
        </div>
      )}
      {entries.length > 0 && (
        <section className="card ruled" aria-label={t('system.auditLog')}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} who={whoOf(entry)} />
          ))}
          {hasNextPage && (
            <footer>
              <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {t('common.showMore')}
              </Button>
            </footer>
          )}
        </section>
      )}
    </>
  );
};
