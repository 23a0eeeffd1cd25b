import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ListTodo } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import type { Formats } from '../../../formats/use-formats.ts';
import { type Decision, decisionsQuery } from '../../../shell/decisions.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Count } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { useSteady } from '../../../ui/use-steady.ts';
import { DecisionItem } from './decision-item.tsx';
import { useDecisionWords } from './decision-words.ts';

/** So many decisions are open; the rest is named in one line. */
const OPEN = 4;

interface SectionProps {
  readonly siteId: string;
  readonly formats: Formats;
}

/** Where there is little room: how many decisions wait, and the most urgent one. It leads to them. */
export const DecideBar = ({ siteId, formats }: SectionProps) => {
  const t = useText();
  const wordsOf = useDecisionWords(formats);
  const { data } = useQuery(decisionsQuery(siteId));
  const [first] = data?.decisions ?? [];
  if (data === undefined || first === undefined) return null;
  const show = (): void => {
    const heading = document.getElementById('dec');
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <AriaButton className="notice decide-bar" data-tone="caution" onPress={show}>
      <Icon of={ListTodo} />
      <span className="text">
        <b>{t('shell.decisions', { count: data.decisions.length })}</b>
        <span className="small">{wordsOf(first).hint}</span>
      </span>
      <Icon of={ChevronRight} />
    </AriaButton>
  );
};

const KINDS = {
  offer: 'today.kindOffer',
  not_come: 'today.kindNotCome',
  renewal_failed: 'today.kindDeclined',
  payment_returned: 'today.kindReturned',
  dispute: 'today.kindDispute',
  fee: 'today.kindFee',
  package_ending: 'today.kindEnding',
  webhook_failing: 'today.kindWebhook',
  sign_up: 'today.kindSignUp',
  erasure: 'today.kindErasure',
  of_age: 'today.kindOfAge',
} as const satisfies Record<Decision['type'], string>;

/** What needs a decision now, each with its buttons. */
export const Decisions = ({ siteId, formats }: SectionProps) => {
  const t = useText();
  const { data, error, refetch } = useQuery(decisionsQuery(siteId));
  const [showsAll, setShowsAll] = useState(false);
  const seen = useRef(new Map<string, Decision>());
  const decisions = data?.decisions ?? [];
  for (const decision of decisions) seen.current.set(decision.id, decision);
  const { shown, holds } = useSteady(decisions, (id) => seen.current.get(id));
  const isOpen = (id: string): boolean => decisions.some((each) => each.id === id);
  // What is decided already takes no place of what is not.
  const last = shown.findLastIndex(
    (_, index) => shown.slice(0, index + 1).filter(({ id }) => isOpen(id)).length <= OPEN,
  );
  const open = showsAll ? shown : shown.slice(0, last + 1);
  const rest = shown.slice(open.length);
  const kinds = [...new Set(rest.map(({ type }) => t(KINDS[type])))];
  const keyed = shown.find(({ type, id }) => type === 'not_come' && isOpen(id));
  return (
    <section aria-labelledby="dec">
      <div className="section-head row">
        <h2 id="dec" tabIndex={-1}>
          {t('today.needsDecision')}
        </h2>
        {decisions.length > 0 && <Count value={decisions.length} tone="due" />}
      </div>
      {error !== null && data === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && shown.length === 0 && <p className="quiet">{t('today.nothingToDecide')}</p>}
      {open.length > 0 && (
        <ul className="decisions card ruled" {...holds}>
          {open.map((decision) => (
            <DecisionItem
              key={decision.id}
              decision={decision}
              siteId={siteId}
              formats={formats}
              isGone={!isOpen(decision.id)}
              hasKey={decision.id === keyed?.id}
            />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <Button className="link small more" onPress={() => setShowsAll(true)}>
          {t('today.moreDecisions', { count: rest.length, kinds: kinds.join(', ') })}
        </Button>
      )}
    </section>
  );
};
