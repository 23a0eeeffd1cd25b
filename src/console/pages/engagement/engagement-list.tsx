import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import type { ListFilter } from '../../lists/filters/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import type { ListAddress } from '../../lists/use-list-address.ts';
import { usePages } from '../../shell/navigation/use-pages.ts';
import { Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import type { ListColumn } from '../../ui/tables/columns.ts';
import type { PagesQuery } from '../../ui/tables/paged-table.tsx';

const LISTS = [
  { to: '/engagement', label: 'engagement.challenges' },
  { to: '/engagement/boards', label: 'engagement.boards' },
  { to: '/engagement/awards', label: 'engagement.awards' },
] as const;

interface EngagementListProps<Each> {
  readonly label: (typeof LISTS)[number]['label'];
  /** The page on which another one is made. */
  readonly add: {
    readonly to: '/engagement/challenges/new' | '/engagement/boards/new' | '/engagement/awards/new';
    readonly name: TextKey;
  };
  readonly filters: readonly ListFilter[];
  readonly address: ListAddress;
  readonly pages: PagesQuery<Each>;
  readonly columns: readonly ListColumn<Each>[];
  /** Why there is nothing. */
  readonly empty: string;
}

/** A list of engagement: the names of all of them are tabs, each with an address of its own. */
export const EngagementList = <Each extends { readonly id: string }>(props: EngagementListProps<Each>) => {
  const t = useText();
  const { mayOpen } = usePages();
  const navigate = useNavigate();
  const { label, add, ...list } = props;
  usePageTitle(t(label));
  useShortcut('n', () => void navigate({ to: add.to }));
  return (
    <ListPage
      {...list}
      title={t('engagement.title')}
      label={t(label)}
      actions={
        <Link to={add.to} className="button" variant="primary" icon={Plus}>
          {t(add.name)}
          <kbd>N</kbd>
        </Link>
      }
      nav={
        <nav className="tabs engagement-tabs" aria-label={t('engagement.title')}>
          {LISTS.filter(({ to }) => mayOpen(to)).map((each) => (
            <Link key={each.to} to={each.to} className="" activeOptions={{ exact: true, includeSearch: false }}>
              {t(each.label)}
            </Link>
          ))}
        </nav>
      }
    />
  );
};
