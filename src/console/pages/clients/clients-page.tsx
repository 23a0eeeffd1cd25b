import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDownload } from '../../list/use-download.ts';
import { useCan } from '../../session.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ClientList, ListSkeleton, tagsOf } from './client-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { addressOf, type ClientsSearch, type Filters, type Shown, shownBy, withFilter, without } from './filters.ts';
import { rememberList } from './last-list.ts';
import { ListActs } from './list-acts.tsx';
import { ListTabs } from './list-tabs.tsx';
import { NewClient } from './new-client.tsx';
import { clientsQuery, fileFilters, plansQuery, savedListsQuery } from './queries.ts';
import { TagDialog } from './tag-dialog.tsx';

const route = getRouteApi('/signed-in/clients');

/** The head of the page, with what can be done besides looking at the list. */
const Head = ({ filters, onAdd }: { filters: Filters; onAdd: () => void }) => {
  const t = useText();
  const can = useCan();
  const download = useDownload();
  const file = fileFilters(filters);
  return (
    <div className="page-head" data-inline="">
      <div className="titles">
        <h1>{t('clients.title')}</h1>
      </div>
      <div className="actions">
        {can('clients:write') && (
          <Button variant="primary" onPress={onAdd}>
            <Icon of={UserPlus} />
            {t('clients.newClient')}
            <kbd>N</kbd>
          </Button>
        )}
        {can('clients:export') && (
          <Button
            wideOnly
            aria-label={t(file.length === 0 ? 'clients.csvAll' : 'clients.csvList')}
            onPress={() => download('clients', file)}
          >
            <Icon of={Download} />
            {t('clients.csv')}
          </Button>
        )}
      </div>
    </div>
  );
};

/** Whom the page shows, and how another list is shown: it stays in the address. */
const useShown = () => {
  const search: ClientsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { data: lists } = useQuery(savedListsQuery);
  const list = lists?.find(({ id }) => id === search.list);
  const name = list?.name;
  useEffect(() => rememberList({ search, name }), [search, name]);
  const shown = shownBy(search, list);
  const go = (next: ClientsSearch, replace = false): void => void navigate({ search: next, replace });
  return {
    lists: lists ?? [],
    list,
    shown,
    place: { after: search.after, before: search.before },
    /** The name of a new client, where the address asks for one. */
    added: search.new,
    /** Whether the filters of the list that the address names are still unknown. */
    isLoading: search.list !== undefined && lists === undefined,
    go,
    show: (next: Shown, replace = false): void => go(addressOf(next, list), replace),
  };
};

/** The page Clients, for who may read clients. */
export const ClientsPage = () => {
  const t = useText();
  const can = useCan();
  const navigate = route.useNavigate();
  const { lists, list, shown, place, added: asked, isLoading, go, show } = useShown();
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: can('packages:sell') });
  const query = useQuery({ ...clientsQuery(shown, place, can('packages:sell')), enabled: !isLoading });
  const [added, setAdded] = useState<{ readonly text?: string }>();
  const adding = added ?? (asked === undefined ? undefined : { text: asked });
  const endAdding = (): void => {
    setAdded(undefined);
    if (asked !== undefined) show(shown, true);
  };
  const [isFiltering, setFiltering] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const label = list === undefined ? t('clients.title') : t('clients.listTitle', { name: list.name });
  usePageTitle(label);
  const add = (text?: string): void => setAdded(text === undefined ? {} : { text });
  useShortcut('n', () => can('clients:write') && add());
  useShortcut('f', () => setFiltering(true));
  const filter = (filters: Filters): void => show({ ...shown, filters });
  const open = (clientId: string): void => void navigate({ to: '/clients/$clientId/{-$tab}', params: { clientId } });
  return (
    <>
      <Head filters={shown.filters} onAdd={() => add()} />
      <ListTabs lists={lists} selected={list?.id} onSelect={(id) => go(id === undefined ? {} : { list: id })}>
        <div className="row chips" data-wrap="">
          <FindField
            label={t(list === undefined ? 'clients.findAll' : 'clients.find')}
            value={shown.filters.search ?? ''}
            onChange={(text) => {
              const { search: _search, ...filters } = shown.filters;
              show({ ...shown, filters: text === '' ? filters : { ...filters, search: text } }, true);
            }}
          />
          <FilterChips
            filters={shown.filters}
            plans={plans}
            onRemove={(names) => filter(without(shown.filters, ...names))}
          />
          <FilterMenu
            filters={shown.filters}
            plans={plans}
            isOpen={isFiltering}
            onOpenChange={setFiltering}
            onSet={(name, value) => filter(withFilter(shown.filters, name, value))}
            onTag={() => setTagging(true)}
          />
          {can('clients:write') && (
            <ListActs list={list} shown={shown} onShow={(id) => go(id === undefined ? {} : { list: id })} />
          )}
        </div>
        {isLoading ? (
          <ListSkeleton />
        ) : (
          <ClientList
            label={label}
            shown={shown}
            query={query}
            onPlace={({ after, before }) =>
              go({
                ...addressOf(shown, list),
                ...(after === undefined ? {} : { after }),
                ...(before === undefined ? {} : { before }),
              })
            }
            onSort={(sort) => show({ ...shown, sort })}
            onOpen={open}
            onAdd={add}
            onDrop={(names) => filter(without(shown.filters, ...names))}
            onShowAll={() => go({})}
          />
        )}
      </ListTabs>
      {adding !== undefined && <NewClient {...adding} onOpen={open} onClose={endAdding} />}
      {isTagging && (
        <TagDialog
          title={t('clients.tagTitle')}
          act={t('clients.tagShow')}
          known={tagsOf(query.data?.data ?? [])}
          onChoose={(tag) => {
            setTagging(false);
            filter(withFilter(shown.filters, 'tag', tag));
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  );
};
