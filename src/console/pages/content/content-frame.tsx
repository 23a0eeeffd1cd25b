import type { ReactNode } from 'react';
import type { TextKey } from '../../../texts/translate.ts';
import { keysOf } from '../../base/objects.ts';
import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** The parts of the content besides its entries, by their place in the address. */
const PARTS = {
  categories: 'content.categories',
  tags: 'content.tags',
  banners: 'content.banners',
  features: 'content.features',
} as const satisfies Record<string, TextKey>;

export type Part = keyof typeof PARTS;
const ALL_PARTS = keysOf<Part>(PARTS);

export const isPart = (name: string): name is Part => name in PARTS;

/** The ways to the parts of the content. */
export const ContentNav = () => {
  const t = useText();
  return (
    <nav className="tabs content-tabs" aria-label={t('content.title')}>
      <Link to="/content" className="" activeOptions={{ exact: true, includeSearch: false }}>
        {t('content.entries')}
      </Link>
      {ALL_PARTS.map((each) => (
        <Link key={each} to="/content/$part" params={{ part: each }} className="">
          {t(PARTS[each])}
        </Link>
      ))}
    </nav>
  );
};

interface ContentFrameProps {
  readonly part: Part;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const ContentFrame = ({ part, actions, children }: ContentFrameProps) => {
  const t = useText();
  usePageTitle(t(PARTS[part]));
  return (
    <>
      <PageHead title={t('content.title')} actions={actions} />
      <ContentNav />
      {children}
    </>
  );
};
