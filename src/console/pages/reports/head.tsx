import { CalendarRange, MapPin } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { RANGES } from '../../lists/filters/range.ts';
import { RangeDialog } from '../../lists/filters/use-range.tsx';
import { useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { FileButton } from './plots/plot-card.tsx';
import { route, THIS_MONTH, useRangeWords, useReportQuery, useShow } from './use-report-query.ts';

const OTHER = 'other';
const ALL = 'all';

const RangeButton = () => {
  const t = useText();
  const { range } = route.useSearch();
  const show = useShow();
  const { query, zone } = useReportQuery();
  const words = useRangeWords(zone);
  const [isAsking, setAsking] = useState(false);
  const showRange = (text: string): void => show({ range: text === THIS_MONTH ? undefined : text });
  return (
    <>
      <MenuTrigger>
        <AriaButton className="button" aria-label={t('reports.rangeButton', { range: words(query) })}>
          <Icon of={CalendarRange} />
          {words(query)}
        </AriaButton>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu options"
            aria-label={t('lists.range')}
            selectionMode="single"
            selectedKeys={[range ?? THIS_MONTH]}
            onAction={(key) => (key === OTHER ? setAsking(true) : showRange(String(key)))}
          >
            {Object.entries(RANGES).map(([id, word]) => (
              <MenuItem key={id} id={id}>
                {t(word)}
              </MenuItem>
            ))}
            <Separator />
            <MenuItem id={OTHER}>{t('lists.otherDates')}</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && <RangeDialog days={query} onChoose={showRange} onClose={() => setAsking(false)} />}
    </>
  );
};

const SiteButton = () => {
  const t = useText();
  const { sites } = useMe();
  const show = useShow();
  const { site } = useReportQuery();
  if (sites.length < 2) return null;
  const name = site?.name ?? t('reports.allSites');
  return (
    <MenuTrigger>
      <AriaButton className="button" aria-label={t('reports.siteButton', { site: name })}>
        <Icon of={MapPin} />
        {name}
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu options"
          aria-label={t('lists.site')}
          selectionMode="single"
          selectedKeys={[site?.id ?? ALL]}
          onAction={(key) => show({ site: key === ALL ? undefined : String(key) })}
        >
          {[{ id: ALL, name: t('reports.allSites') }, ...sites].map((each) => (
            <MenuItem key={each.id} id={each.id}>
              {each.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};

interface HeadProps {
  /** The range with which the page compares; undefined where there is too little of it. */
  readonly before: { readonly from: string; readonly to: string } | undefined;
  readonly file: string;
}

/** The title, with what the page is about: the range, the site, whether it compares; and the file. */
export const ReportsHead = ({ before, file }: HeadProps) => {
  const t = useText();
  const show = useShow();
  const { query, zone } = useReportQuery();
  const words = useRangeWords(zone);
  const isCompared = query.compare === 'previous';
  return (
    <div className="page-head">
      <div className="titles">
        <h1>{t('reports.title')}</h1>
      </div>
      <div className="actions reports-actions">
        <SiteButton />
        <RangeButton />
        {(before !== undefined || !isCompared) && (
          <Button variant="quiet" wideOnly onPress={() => show({ compare: isCompared ? 'none' : undefined })}>
            {before === undefined ? t('reports.compare') : t('reports.against', { range: words(before) })}
          </Button>
        )}
        <FileButton file={file} label={t('reports.csvPage')} />
      </div>
    </div>
  );
};
