import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

interface Part {
  readonly id: string;
  readonly name: string;
  readonly show: () => ReactNode;
}

interface TabbedPageProps {
  readonly title: string;
  /** What the page is for, above each of its parts: the tabs are where those of other pages are. */
  readonly lead: string;
  readonly parts: readonly [Part, ...Part[]];
  /** The part that the address names; the first part where it names no part. */
  readonly tab: string | undefined;
  /** Opens a part. @param tab undefined for the first part, which has the address of the page. */
  readonly onTab: (tab: string | undefined) => void;
}

/** A page of several parts, each behind a tab with an address of its own. */
export const TabbedPage = ({ title, lead, parts, tab, onTab }: TabbedPageProps) => {
  const [first] = parts;
  const part = parts.find(({ id }) => id === tab) ?? first;
  const select = (id: string): void => {
    if (id !== part.id) onTab(id === first.id ? undefined : id);
  };
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{title}</h1>
        </div>
      </div>
      <Tabs selectedKey={part.id} onSelectionChange={(key) => select(String(key))}>
        <TabList className="tabs" aria-label={title}>
          {parts.map(({ id, name }) => (
            <Tab key={id} id={id}>
              {name}
            </Tab>
          ))}
        </TabList>
        <TabPanel key={part.id} id={part.id} className="data-panel stack" data-gap="wide">
          <p className="quiet">{lead}</p>
          {part.show()}
        </TabPanel>
      </Tabs>
    </>
  );
};
