import { useQueryClient } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { loadLaterStyle } from '../base/later-style.ts';
import { loadAllTexts, useText } from '../base/texts.tsx';
import { later } from '../base/time/now.ts';
import { useAttendance } from '../parts/desk/attendance.ts';
import { useCan, useSite } from '../session/session.ts';
import { openPalette, usePaletteText } from '../ui/keys/palette-state.ts';
import { onScanned, useShortcut } from '../ui/keys/shortcuts.ts';
import { useErrorText } from '../ui/notices/errors.tsx';
import { loadedLater } from '../ui/overlays/loaded-later.ts';
import { say } from '../ui/overlays/toasts.tsx';
import { Icon } from '../ui/pictures/icon.tsx';
import { FEWEST_LETTERS, scanQuery } from './palette/search.ts';

const Palette = loadedLater(
  async () => (await Promise.all([import('./palette/palette.tsx'), loadLaterStyle()]))[0].Palette,
);
const prepare = (): void =>
  void Promise.allSettled([import('./palette/palette.tsx'), loadAllTexts(), loadLaterStyle()]);

/** When the palette is loaded that no one has opened yet, and how soon again where the page still reads. */
const SOON_MS = 1_500;
const AGAIN_MS = 200;

/** Checks in right away whose card was scanned, where it is certain; else the palette shows what was found. */
const useScan = (): void => {
  const t = useText();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id: siteId } = useSite();
  const { checkIn } = useAttendance();
  const scan = useEffectEvent(async (code: string): Promise<void> => {
    try {
      const { clients, hasMoreClients } = await queries.fetchQuery(scanQuery(siteId, code));
      const [only, ...others] = clients;
      if (only === undefined) return say(t('shell.scanUnknown', { code }));
      const { bookingId, sessionId, type } = only.act;
      const isCertain = others.length === 0 && !hasMoreClients && type === 'check_in';
      if (!isCertain || bookingId === null || sessionId === null) {
        return openPalette(code.length < FEWEST_LETTERS ? only.fullName : code);
      }
      await checkIn([{ id: bookingId, sessionId, name: only.fullName }]);
    } catch (error) {
      say(errorText(error));
    }
  });
  useEffect(() => onScanned((code) => void scan(code)), []);
};

/** One field for names, phones, card scans and pages, always in the same place. It opens the palette. */
export const DeskBar = () => {
  const t = useText();
  const isOpen = usePaletteText() !== undefined;
  const mayFindClients = useCan()('clients:read');
  useShortcut('/', () => openPalette());
  useShortcut('b', () => openPalette());
  useShortcut('Control k', () => openPalette());
  useScan();
  const queries = useQueryClient();
  // The palette is wanted soon, and not before the first picture has its data.
  useEffect(() => {
    let end = later(load, SOON_MS);
    function load(): void {
      if (queries.isFetching() === 0) prepare();
      else end = later(load, AGAIN_MS);
    }
    return () => end();
  }, [queries]);
  return (
    <search>
      <AriaButton className="deskbar row" aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => openPalette()}>
        <Icon of={ScanLine} />
        <span className="visually-hidden">{t('shell.find')}</span>
        <span className="deskbar-hint clip" aria-hidden="true">
          {t(mayFindClients ? 'shell.findHint' : 'shell.findClasses')}
        </span>
        <kbd>/</kbd>
      </AriaButton>
      {isOpen && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </search>
  );
};
