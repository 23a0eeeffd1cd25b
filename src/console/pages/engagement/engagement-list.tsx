import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import type { ListFilter } from '../../list/filters.ts';
import { ListPage } from '../../list/list-page.tsx';
import type { ListAddress } from '../../list/use-list-address.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { usePages } from '../../shell/use-pages.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import type { ListColumn } from '../../ui/columns.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import type { PagesQuery } from '../../ui/paged-table.tsx';

const LISTS = [
  { to: '/engagement', label: 'engagement.challenges' },
  { to: '/engagement/boards', label: 'engagement.boards' },
  { to: '/engagement/awards', label: 'engagement.awards' },
] as const;

interface EngagementListProps<Each> {
  /** What the list has. */
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
        <Link to={add.to} className="button" variant="primary">
          <Icon of={Plus} />
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
