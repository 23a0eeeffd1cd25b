import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { Status } from '../../ui/notices/status.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { CodePanel } from './code-panel.tsx';
import { STATUS_ICONS, STATUS_TONES, STATUS_WORDS, useCodeWords } from './code-words.ts';
import { codeListQuery, type DiscountCode } from './queries.ts';

const route = getRouteApi('/signed-in/plans/codes');
const NOW = 'now';
const ARCHIVED = 'archived';

const useColumns = (): readonly ListColumn<DiscountCode>[] => {
  const t = useText();
  const { offOf, untilOf, usedOf } = useCodeWords();
  return [
    {
      id: 'code',
      name: t('codes.code'),
      part: 'lead',
      cell: ({ code, name }) => (
        <span className="booking-name">
          <b className="strong">{code}</b>
          <small className="quiet">{name}</small>
        </span>
      ),
    },
    { id: 'used', name: t('codes.usedWord'), cell: usedOf },
    { id: 'until', name: t('codes.endsAt'), priority: 3, cell: untilOf },
    {
      id: 'status',
      name: t('codes.state'),
      cell: ({ status }) => (
        <Status icon={STATUS_ICONS[status]} tone={STATUS_TONES[status]}>
          {t(STATUS_WORDS[status])}
        </Status>
      ),
    },
    { id: 'off', name: t('codes.off'), part: 'side', isNumber: true, cell: offOf },
  ];
};

/** The discount codes of the studio. */
export const CodesPage = () => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  useShortcut('n', () => go({ to: '/plans/codes/new' }));
  const isArchived = search.show === ARCHIVED;
  const query = useQuery(codeListQuery(isArchived));
  const columns = useColumns();
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  return (
    <ListPage
      title={t('codes.title')}
      crumb={
        <span className="crumb">
          <Link to="/plans" className="">
            {t('plans.title')}
          </Link>
          <Icon of={ChevronRight} />
          <span>{t('codes.title')}</span>
        </span>
      }
      actions={
        <Link to="/plans/codes/new" className="button" variant="primary" icon={Plus}>
          {t('codes.new')}
          <kbd>N</kbd>
        </Link>
      }
      views={{
        label: t('codes.title'),
        choices: [
          { id: NOW, name: t('codes.current') },
          { id: ARCHIVED, name: t('codes.archivedTab') },
        ],
        selected: isArchived ? ARCHIVED : NOW,
        onSelect: (id) => address.set('show', id === ARCHIVED ? ARCHIVED : undefined),
      }}
      address={address}
      query={query}
      columns={columns}
      empty={
        <>
          <b className="strong">{t(isArchived ? 'codes.emptyArchived' : 'codes.emptyTitle')}</b>
          {!isArchived && <p>{t('codes.emptyText')}</p>}
        </>
      }
      panel={(open) => <CodePanel {...open} />}
    />
  );
};
