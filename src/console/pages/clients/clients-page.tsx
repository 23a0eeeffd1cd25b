import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { CsvButton } from '../../lists/files/csv-button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import {
  addressOf,
  type ClientsSearch,
  type Filters,
  type Shown,
  SORT_WORDS,
  SORTS,
  shownBy,
} from '../../parts/client/filters.ts';
import { rememberList } from '../../parts/client/last-list.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/choices/search-input.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { useColumns } from './client-columns.tsx';
import { ListActions } from './list-actions.tsx';
import { NewClient } from './new-client.tsx';
import { type Client, clientsQuery, filterQuery, listCountQuery, type SavedList, savedListsQuery } from './queries.ts';
import { BulkBar } from './selected/bulk-bar.tsx';
import { useClientFilters } from './use-client-filters.tsx';

const route = getRouteApi('/signed-in/clients');

const ALL = 'all';

const ListCount = ({ list }: { list: SavedList }) => {
  const t = useText();
  const { data } = useQuery(listCountQuery(list));
  if (data === undefined) return null;
  return <span className="count">{data.isCapped ? t('clients.countCapped', { count: data.count }) : data.count}</span>;
};

const MOST_TAGS = 12;

/** The tags of some clients, by name. */
const tagsOf = (clients: readonly Client[]): string[] =>
  [...new Set(clients.flatMap(({ tags }) => tags))].sort().slice(0, MOST_TAGS);

/** Whom the page shows, and how another list is shown: it stays in the address. */
const useShown = () => {
  const search: ClientsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { data: lists } = useQuery(savedListsQuery);
  const list = lists?.find(({ id }) => id === search.list);
  const name = list?.name;
  useEffect(() => rememberList({ search, name }), [search, name]);
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  return {
    search,
    address,
    lists: lists ?? [],
    list,
    shown: shownBy(search, list),
    /** Whether the filters of the list that the address names are still unknown. */
    isLoading: search.list !== undefined && lists === undefined,
    showList: (id: string | undefined) => void navigate({ search: id === undefined ? {} : { list: id } }),
    show: (next: Shown, replace = false): void => void navigate({ search: addressOf(next, list), replace }),
  };
};

/** The dialog that adds a client: opened by the page, or by the address with what was looked for. */
const useAdding = (asked: string | undefined, onOpen: (id: string) => void, onClose: () => void) => {
  const [added, setAdded] = useState<{ readonly text?: string }>();
  const adding = added ?? (asked === undefined ? undefined : { text: asked });
  const close = (): void => {
    setAdded(undefined);
    if (asked !== undefined) onClose();
  };
  return {
    add: (text?: string): void => setAdded(text === undefined ? {} : { text }),
    dialog: adding !== undefined && <NewClient {...adding} onOpen={onOpen} onClose={close} />,
  };
};

interface NobodyProps {
  readonly title: string;
  readonly text: string;
  /** What adds a client; absent for anyone who may not. */
  readonly act: ReactNode;
}

/** Says why no one is listed, and what to do about it. */
const Nobody = ({ title, text, act }: NobodyProps) => (
  <>
    <b className="strong">{title}</b>
    <p>{text}</p>
    {act}
  </>
);

/** The page Clients, for anyone who may read clients. */
export const ClientsPage = () => {
  const t = useText();
  const can = useCan();
  const canWrite = can('clients:write');
  const navigate = route.useNavigate();
  const { search, address, lists, list, shown, isLoading, showList, show } = useShown();
  const { filters, sort } = shown;
  const place = { after: search.after, before: search.before };
  const query = useQuery({ ...clientsQuery(shown, place, can('packages:sell')), enabled: !isLoading });
  const filter = (next: Filters): void => show({ ...shown, filters: next });
  const { named, chips, set, dialog } = useClientFilters(filters, tagsOf(query.data?.data ?? []), filter);
  const columns = useColumns(shown, (next) => show({ ...shown, sort: next }));
  const open = (clientId: string): void => void navigate({ to: '/clients/$clientId/{-$tab}', params: { clientId } });
  const adding = useAdding(search.new, open, () => show(shown, true));
  useShortcut('n', () => canWrite && adding.add());
  const label = list === undefined ? t('clients.title') : t('clients.listTitle', { name: list.name });
  usePageTitle(label);
  const { search: text } = filters;
  const addButton = (words: ReactNode, name?: string): ReactNode =>
    canWrite && (
      <Button variant="primary" onPress={() => adding.add(name)} icon={UserPlus}>
        {words}
      </Button>
    );
  return (
    <>
      <ListPage
        title={t('clients.title')}
        label={label}
        actions={
          <>
            {addButton(
              <>
                {t('clients.newClient')}
                <kbd>N</kbd>
              </>,
            )}
            <CsvButton
              family="clients"
              wideOnly
              label={t(Object.keys(filters).length === 0 ? 'clients.csvAll' : 'clients.csvList')}
              filters={filterQuery(filters)}
            />
          </>
        }
        views={{
          label: t('clients.lists'),
          choices: [
            { id: ALL, name: t('clients.all') },
            ...lists.map((each) => ({
              id: each.id,
              name: (
                <>
                  {each.name} <ListCount list={each} />
                </>
              ),
            })),
          ],
          selected: list?.id ?? ALL,
          onSelect: (id) => showList(id === ALL ? undefined : id),
        }}
        find={
          <SearchInput
            label={t(list === undefined ? 'clients.findAll' : 'clients.find')}
            value={text ?? ''}
            onChange={(typed) => {
              const { search: _search, ...others } = filters;
              show({ ...shown, filters: typed === '' ? others : { ...others, search: typed } }, true);
            }}
          />
        }
        filters={named}
        chips={chips}
        filterActions={canWrite && <ListActions list={list} shown={shown} onShow={showList} />}
        address={{ ...address, set }}
        query={query}
        columns={columns}
        className="clients-table"
        onOpen={open}
        empty={
          text === undefined ? (
            <Nobody
              title={t('clients.emptyTitle')}
              text={t('clients.emptyText')}
              act={addButton(t('clients.newClient'))}
            />
          ) : (
            <Nobody
              title={t('clients.emptySearchTitle', { text })}
              text={t('clients.emptySearchText')}
              act={addButton(t('clients.addNamed', { text }), text)}
            />
          )
        }
        noMatch={<Nobody title={t('clients.emptyFilterTitle')} text={t('clients.emptyFilterText')} act={null} />}
        showAll={t('clients.clearFilters')}
        order={{
          label: t('clients.sort'),
          choices: SORTS.map((id) => ({ id, name: t(SORT_WORDS[id]) })),
          value: sort,
          onChoose: (id) => show({ ...shown, sort: SORTS.find((each) => each === id) ?? sort }),
        }}
        selects={
          canWrite
            ? {
                listKey: JSON.stringify(filters),
                nameOf: ({ fullName }) => fullName,
                bar: (selection, { data, total }) => (
                  <BulkBar selection={selection} filters={filters} total={total} tags={tagsOf(data)} />
                ),
              }
            : undefined
        }
      />
      {adding.dialog}
      {dialog}
    </>
  );
};
