import { OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { CancelOutcome } from '../../parts/session/cancel-outcome.tsx';
import type { Entry, Session } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import type { Actions } from '../../parts/session/use-actions.ts';
import { mayCancel } from '../../parts/session/use-row-keys.ts';
import { nameOf } from '../../parts/session/words.ts';
import { Button, Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { PanelActions } from './panel-actions.tsx';
import { PanelFacts } from './panel-facts.tsx';

interface PanelProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly actions: Actions;
  readonly rights: Rights;
  readonly isCancelling: boolean;
  readonly onCancelling: (isCancelling: boolean) => void;
  /** Whether the heading takes the focus: when the panel was opened, not while the rows are walked. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** The warnings of a client, the red one first. */
const Alerts = ({ entry }: { entry: Entry }) => {
  const t = useText();
  const { red, yellow } = entry.client?.alerts ?? { red: null, yellow: null };
  return (
    <>
      {red && (
        <div className="notice" data-tone="critical">
          <Icon of={OctagonAlert} />
          <div className="text">
            <b>
              <span className="visually-hidden">{t('session.alertRed')}</span>
              {red}
            </b>
          </div>
        </div>
      )}
      {yellow && (
        <div className="notice" data-tone="caution">
          <Icon of={TriangleAlert} />
          <div className="text">
            <b>
              <span className="visually-hidden">{t('session.alertYellow')}</span>
              {yellow}
            </b>
          </div>
        </div>
      )}
    </>
  );
};

const Since = ({ entry, zone }: { entry: Entry; zone: string }) => {
  const t = useText();
  const { month } = useFormats(zone);
  const { client } = entry;
  if (client === null) return null;
  const count = client.visits;
  return (
    <p className="small quiet">
      {client.joinedAt
        ? t('session.memberSince', { month: month(client.joinedAt), count })
        : t('session.visits', { count })}
    </p>
  );
};

/** One booking beside the roster: warnings, actions, what pays, and what a cancellation would do. */
export const Panel = (props: PanelProps) => {
  const { entry, session, actions, rights, isCancelling, onCancelling, takesFocus, onClose } = props;
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const name = nameOf(entry, t);
  const { id } = entry;
  useShortcut('Escape', () => (isCancelling ? onCancelling(false) : onClose()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another booking is another opening of the panel
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [id, takesFocus]);
  return (
    <aside
      className="panel session-panel"
      aria-labelledby="panel-title"
      data-cancelling={isCancelling ? '' : undefined}
    >
      <header>
        <span className="grip" aria-hidden="true" />
        <div className="row panel-head">
          <Avatar name={name} photoUrl={entry.client?.photoUrl ?? null} size="large" />
          <div className="who">
            <h2 id="panel-title" ref={heading} tabIndex={-1}>
              {rights.openClients && entry.client !== null ? (
                <Link
                  to="/clients/$clientId/{-$tab}"
                  params={{ clientId: entry.clientId, tab: undefined }}
                  className="plain"
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </h2>
            <Since entry={entry} zone={session.timezone} />
          </div>
          <Button variant="quiet" iconOnly aria-label={t('session.closePanel')} onPress={onClose} icon={X} />
        </div>
      </header>
      <div className="body">
        <Alerts entry={entry} />
        <PanelActions {...{ entry, session, actions, rights, isCancelling, onCancelling }} />
        <PanelFacts entry={entry} session={session} />
        {isCancelling && mayCancel(entry, session, rights) && (
          <CancelOutcome key={id} {...{ entry, session, actions, rights }} onClose={() => onCancelling(false)} />
        )}
      </div>
    </aside>
  );
};
