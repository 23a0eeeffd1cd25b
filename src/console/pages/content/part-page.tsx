import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { NotFoundPage } from '../../ui/notices/page-states.tsx';
import { ContentFrame, isPart, type Part } from './content-frame.tsx';
import { BannersTab } from './order/banners-tab.tsx';
import { CategoriesTab } from './order/categories-tab.tsx';
import { FeaturesTab } from './order/features-tab.tsx';
import { TagsTab } from './order/tags-tab.tsx';

const route = getRouteApi('/signed-in/content/$part');

const NEW_WORDS = {
  categories: 'content.newCategory',
  tags: 'content.newTag',
  banners: 'content.newBanner',
} as const;

const TABS = { categories: CategoriesTab, tags: TagsTab, banners: BannersTab } as const;

/** A part whose records can be added. */
const ListPart = ({ part }: { part: keyof typeof TABS }) => {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  useShortcut('n', () => setAdding(true));
  const Tab = TABS[part];
  return (
    <ContentFrame
      part={part}
      actions={
        <Button variant="primary" onPress={() => setAdding(true)} icon={Plus}>
          {t(NEW_WORDS[part])}
          <kbd>N</kbd>
        </Button>
      }
    >
      <Tab isAdding={isAdding} onAdded={() => setAdding(false)} />
    </ContentFrame>
  );
};

const Shown = ({ part }: { part: Part }) =>
  part === 'features' ? (
    <ContentFrame part="features">
      <FeaturesTab />
    </ContentFrame>
  ) : (
    <ListPart key={part} part={part} />
  );

/** The parts of the content besides its entries: categories, tags, banners, features. */
export const ContentPartPage = () => {
  const { part } = route.useParams();
  return isPart(part) ? <Shown part={part} /> : <NotFoundPage />;
};
