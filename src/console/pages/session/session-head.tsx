import { ChevronRight, Copy, Ellipsis, Plus, Printer, Replace } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { HOUR_MS } from '../../../kernel/durations.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { isOpenToDesk } from '../../parts/desk/open-classes.ts';
import type { Roster, Session } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import { AskItem } from '../../shell/ask-who.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

/** What the head opens. */
export type HeadDialog = 'book' | 'substitute' | 'change' | 'cancel';

const NEAR_MS = 12 * HOUR_MS;

const State = ({ session }: { session: Session }) => {
  const t = useText();
  const { relative, time } = useFormats(session.timezone);
  const left = Date.parse(session.startTime) - useNow();
  if (session.status === 'cancelled') return <span className="strong critical-text">{t('session.cancelled')}</span>;
  if (session.status === 'completed') return <span>{t('session.ended', { time: time(session.endTime) })}</span>;
  if (left <= 0)
    return <span className="strong brand-text">{t('session.runsUntil', { time: time(session.endTime) })}</span>;
  if (left > NEAR_MS) return null;
  return <span className="strong brand-text screen-only">{t('session.startsIn', { when: relative(left) })}</span>;
};

const Teacher = ({ roster }: { roster: Roster }) => {
  const t = useText();
  const { instructorName: name, originalInstructorName: planned } = roster;
  if (name === null) return roster.session.instructorId === null ? <span>{t('session.nobodyTeaches')}</span> : null;
  return <span>{planned === null ? name : t('session.substituteFor', { name, planned })}</span>;
};

const LinkToCopy = ({ url }: { url: string }) => {
  const t = useText();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      say(t('session.linkCopied'));
    } catch {
      say(t('session.linkNotCopied', { link: url }));
    }
  };
  return (
    <span>
      <Button variant="quiet" size="small" onPress={() => void copy()} icon={Copy}>
        {t('session.copyLink')}
      </Button>
    </span>
  );
};

interface SessionHeadProps {
  readonly roster: Roster;
  readonly rights: Rights;
  readonly onOpen: (dialog: HeadDialog) => void;
}

/** Which session it is, and what is done with it as a whole. */
export const SessionHead = ({ roster, rights, onOpen }: SessionHeadProps) => {
  const t = useText();
  const { session } = roster;
  const { day, time } = useFormats(session.timezone);
  const isOpen = session.status === 'scheduled';
  const isCorrectable = isOpenToDesk(session);
  const mayBook = isCorrectable && rights.book;
  const maySubstitute = isCorrectable && rights.substitute;
  const when = { day: day(session.startTime), from: time(session.startTime), to: time(session.endTime) };
  const print = (): void => window.print();
  const actions = [
    { id: 'change', label: 'session.change', isOffered: isOpen && rights.change, run: () => onOpen('change') },
    {
      id: 'substitute',
      label: 'session.substitute',
      isOffered: maySubstitute,
      run: () => onOpen('substitute'),
    },
    { id: 'print', label: 'session.print', isOffered: true, run: print },
    {
      id: 'cancel',
      label: 'session.cancelClass',
      isOffered: isOpen && rights.cancelClass,
      run: () => onOpen('cancel'),
    },
  ] as const;
  const offered = actions.filter(({ isOffered }) => isOffered);
  return (
    <div className="page-head">
      <div className="titles">
        <span className="crumb">
          <Link to="/today" className="plain">
            {t('shell.today')}
          </Link>
          <Icon of={ChevronRight} />
          <span>{session.roomName ?? roster.siteName}</span>
        </span>
        <h1>{session.name}</h1>
        <p className="dot-list">
          <span>{t('session.timeRange', when)}</span>
          <Teacher roster={roster} />
          {session.roomName !== null && <span>{session.roomName}</span>}
          {session.isPrivate && <span>{t('session.private')}</span>}
          {session.isVirtual && session.virtualUrl !== null && <LinkToCopy url={session.virtualUrl} />}
          <State session={session} />
        </p>
      </div>
      <div className="actions">
        {mayBook && (
          <Button variant="primary" onPress={() => onOpen('book')} icon={Plus}>
            {t('session.bookSomeone')}
            <kbd>B</kbd>
          </Button>
        )}
        {maySubstitute && (
          <Button wideOnly onPress={() => onOpen('substitute')} icon={Replace}>
            {t('session.substitute')}
          </Button>
        )}
        <Button wideOnly onPress={print} icon={Printer}>
          {t('session.print')}
        </Button>
        <MenuTrigger>
          <Button iconOnly aria-label={t('session.moreActions')} icon={Ellipsis} />
          <Popover className="popover" placement="bottom end">
            <Menu className="menu" onAction={(key) => offered.find(({ id }) => id === key)?.run()}>
              {offered.map(({ id, label }) => (
                <MenuItem key={id} id={id}>
                  {t(label)}
                </MenuItem>
              ))}
              {isOpen && !rights.cancelClass && (
                <AskItem id="ask-cancel" permission="sessions:cancel" label={t('session.cancelClass')} />
              )}
              <MenuItem id="csv" href={`/manage/sessions/${session.id}/roster?format=csv`} download>
                {t('session.exportCsv')}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      </div>
    </div>
  );
};
