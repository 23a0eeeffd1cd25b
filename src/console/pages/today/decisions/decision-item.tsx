import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../../../base/texts.tsx';
import type { Formats } from '../../../formats/use-formats.ts';
import { AskButton } from '../../../shell/ask-button.tsx';
import type { Decision } from '../../../shell/decisions.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { useShortcut } from '../../../ui/keys/shortcuts.ts';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { noShowFeesQuery } from '../queries.ts';
import { useDecisionWords } from './decision-words.ts';
import { type DecisionAct, useDecisionActions } from './use-decision-actions.ts';

interface ItemProps {
  readonly decision: Decision;
  readonly siteId: string;
  readonly formats: Formats;
  /** Whether it is decided, and shown only until the pointer has left. */
  readonly isGone: boolean;
  /** Whether the key N marks its people as no-shows. */
  readonly hasKey: boolean;
}

/** Moves the focus from a decision that is made to the next one, else to the heading. */
const focusAfter = (item: HTMLElement | null): void => {
  if (item === null || !item.contains(document.activeElement)) return;
  const next = item.nextElementSibling?.querySelector<HTMLElement>('button, a');
  (next ?? document.getElementById('dec'))?.focus();
};

interface ButtonsProps {
  readonly decision: Decision;
  readonly formats: Formats;
  readonly hasKey: boolean;
  readonly isPending: boolean;
  readonly act: (name: DecisionAct) => void;
}

const Buttons = ({ decision, formats, hasKey, isPending, act }: ButtonsProps) => {
  const t = useText();
  const { type, actions, people, dueAt, amount, status } = decision;
  const [person] = people;
  const may = (operation: string): boolean => actions.includes(operation);
  const name = person?.name ?? t('words.otherSiteClient');
  const money = amount === null ? '' : formats.money(amount.amount, amount.currency);
  const button = (operation: DecisionAct, label: string, variant?: 'tinted' | 'quiet', key?: string) =>
    may(operation) && (
      <Button
        size="small"
        isDisabled={isPending}
        onPress={() => act(operation)}
        {...(variant === undefined ? {} : { variant })}
      >
        {label}
        {key !== undefined && <kbd>{key}</kbd>}
      </Button>
    );
  const sell = (label: string, tab?: string) =>
    person !== undefined && (
      <Link
        className="button"
        size="small"
        to="/sell"
        search={{ client: person.clientId, ...(tab === undefined ? {} : { tab }) }}
      >
        {label}
      </Link>
    );
  switch (type) {
    case 'offer':
      return (
        <>
          {button('promoteBooking', t('today.confirmSeat'), 'tinted')}
          {button('cancelBooking', t('today.passOn'), 'quiet')}
        </>
      );
    case 'not_come':
      return (
        <>
          {button('markNoShow', t('today.markNoShow'), undefined, hasKey ? 'N' : undefined)}
          {button('checkInBooking', t('today.theyCame'), 'quiet')}
        </>
      );
    case 'renewal_failed':
    case 'payment_returned':
      return may('recordPayment') && sell(t('today.takePayment'), 'fees');
    case 'fee':
      return (
        <>
          {may('recordPayment') &&
            (dueAt === null ? (
              sell(t('today.takePayment'), 'fees')
            ) : (
              <ConfirmButton
                label={t('today.chargeNow')}
                isDisabled={isPending}
                outcome={t('today.chargeOutcome', { name, amount: money })}
                confirm={t('today.chargeConfirm', { amount: money })}
                onConfirm={() => act('chargeFee')}
              />
            ))}
          {may('waivePenalty') ? (
            <ConfirmButton
              label={t('today.waive')}
              variant="quiet"
              isDisabled={isPending}
              outcome={t('today.waiveOutcome', { name, amount: money })}
              confirm={t('today.waiveConfirm', { amount: money })}
              onConfirm={() => act('waivePenalty')}
            />
          ) : (
            may('recordPayment') && <AskButton permission="bookings:waive_penalty">{t('today.waive')}</AskButton>
          )}
        </>
      );
    case 'package_ending':
      return may('sellPackage') && sell(t('words.sell'));
    case 'sign_up':
      return (
        <>
          {button('approveSignUp', t('today.letIn'), 'tinted')}
          {may('declineSignUp') && (
            <ConfirmButton
              label={t('today.turnAway')}
              variant="quiet"
              isDisabled={isPending}
              outcome={t('today.turnAwayOutcome', { name })}
              confirm={t('today.turnAway')}
              onConfirm={() => act('declineSignUp')}
            />
          )}
        </>
      );
    case 'of_age':
    case 'erasure':
      return (
        person !== undefined && (
          <Link
            className="button"
            size="small"
            to="/clients/$clientId/{-$tab}"
            params={{ clientId: person.clientId, tab: undefined }}
          >
            {t(may('declineErasure') || may('updateHouseholdMember') ? 'today.erasureDecide' : 'today.erasureLook')}
          </Link>
        )
      );
    case 'dispute':
      return (
        may('decidePaymentDispute') && (
          <Link className="button" size="small" to="/payments" search={{ open: decision.id.slice('dispute:'.length) }}>
            {t('today.disputeDecide')}
          </Link>
        )
      );
    case 'webhook_failing':
      return status === 'disabled' && button('enableWebhook', t('today.enableWebhook'));
  }
};

/** Something that waits for a decision, with the buttons that decide it. */
export const DecisionItem = ({ decision, siteId, formats, isGone, hasKey }: ItemProps) => {
  const t = useText();
  const item = useRef<HTMLLIElement>(null);
  const decide = useDecisionActions(siteId);
  const act = useMutation({
    mutationFn: async (name: DecisionAct) => {
      await decide(decision, name);
      focusAfter(item.current);
    },
  });
  const canMark = decision.type === 'not_come' && decision.actions.includes('markNoShow') && !isGone;
  const { data: fees } = useQuery({ ...noShowFeesQuery(decision), enabled: canMark });
  useShortcut('n', () => {
    if (!hasKey || !canMark || act.isPending) return false;
    act.mutate('markNoShow');
    return true;
  });
  const { icon, tone, title, text } = useDecisionWords(formats)(decision);
  return (
    <li
      ref={item}
      data-steady={decision.id}
      data-decision={decision.type}
      data-pending={act.isPending || isGone ? '' : undefined}
    >
      <span className="bead disc" data-tone={tone}>
        <Icon of={icon} />
      </span>
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {fees !== undefined && fees !== null && (
          <p>
            {t(fees.isLeast ? 'today.noShowFeesLeast' : 'today.noShowFees', {
              amount: formats.money(fees.amount, fees.currency),
            })}
          </p>
        )}
        <ActionError error={act.error} isLine />
        <div className="row" data-wrap="">
          {isGone ? (
            <Status icon={CircleCheck} tone="positive">
              {t('today.decided')}
            </Status>
          ) : (
            <Buttons
              decision={decision}
              formats={formats}
              hasKey={hasKey}
              isPending={act.isPending}
              act={(name) => act.mutate(name)}
            />
          )}
        </div>
      </div>
    </li>
  );
};
