import { Banknote, CreditCard, Gift, type LucideIcon, Nfc, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { plainAmount } from '../../../../kernel/currencies.ts';
import { useText } from '../../../base/texts.tsx';
import { minorUnitsOf } from '../../../formats/amounts.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { openCardPage } from '../../../parts/desk/cards.ts';
import { payingCardName, usePayingCards } from '../../../parts/desk/paying-cards.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { Method } from '../sale.ts';

const NOTES = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/** What someone might hand over for an amount: the amount itself, and what notes make of it. */
const givenChoices = (amount: number): number[] => {
  const rounded = NOTES.map((note) => Math.ceil(amount / note) * note);
  return [...new Set([amount, ...rounded])].sort((a, b) => a - b).slice(0, 4);
};

interface CashProps {
  readonly amount: number;
  readonly currency: string;
  readonly given: string;
  readonly onGiven: (given: string) => void;
}

/** Cash: what was given, and the change. */
const Cash = ({ amount, currency, given, onGiven }: CashProps) => {
  const t = useText();
  const { money } = useFormats();
  const handed = minorUnitsOf(given, currency);
  const change = handed === undefined ? undefined : handed - amount;
  return (
    <div className="cash">
      <MoneyField label={t('sell.given')} currency={currency} value={given} onChange={onGiven} />
      <fieldset className="row quick" aria-label={t('sell.given')}>
        {givenChoices(amount).map((choice) => (
          <Button
            key={choice}
            size="small"
            onPress={() => onGiven(plainAmount(choice, currency))}
            {...(choice === handed ? { variant: 'tinted' as const } : {})}
          >
            {money(choice, currency)}
          </Button>
        ))}
      </fieldset>
      <p className="change" role="status">
        {change !== undefined && change >= 0 && (
          <>
            <span className="quiet">{t('sell.changeBack')}</span>
            <b>{money(change, currency)}</b>
          </>
        )}
        {change !== undefined && change < 0 && (
          <span className="quiet">{t('sell.short', { amount: money(-change, currency) })}</span>
        )}
      </p>
    </div>
  );
};

const Way = ({ value, icon, children }: { value: string; icon: LucideIcon; children: ReactNode }) => (
  <Radio value={value} className="method">
    <Icon of={icon} />
    <span>{children}</span>
  </Radio>
);

interface PaymentStepProps {
  readonly clientId: string | undefined;
  readonly method: Method;
  readonly onMethod: (method: Method) => void;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly given: string;
  readonly onGiven: (given: string) => void;
}

export const PaymentStep = ({ clientId, method, onMethod, amount, currency, given, onGiven }: PaymentStepProps) => {
  const t = useText();
  const can = useCan();
  const cards = usePayingCards(clientId);
  const choose = (value: string): void => {
    if (value === 'cash' || value === 'external' || value === 'comp') onMethod(value);
    else onMethod({ cardId: value });
  };
  return (
    <section aria-labelledby="how">
      <div className="section-head row">
        <h2 id="how">{t('sell.how')}</h2>
        <span className="push" />
        {clientId !== undefined && (
          <Button variant="quiet" size="small" onPress={() => openCardPage(clientId)} icon={Plus}>
            {t('sell.newCard')}
          </Button>
        )}
      </div>
      <RadioGroup
        className="methods"
        aria-labelledby="how"
        value={typeof method === 'string' ? method : method.cardId}
        onChange={choose}
      >
        <Way value="cash" icon={Banknote}>
          {t('sell.cash')}
        </Way>
        {(cards.data ?? []).map((card) => (
          <Way key={card.id} value={card.id} icon={CreditCard}>
            {payingCardName(card)}
          </Way>
        ))}
        <Way value="external" icon={Nfc}>
          {t('sell.terminal')}
        </Way>
        {can('packages:adjust') && (
          <Way value="comp" icon={Gift}>
            {t('sell.comp')}
          </Way>
        )}
      </RadioGroup>
      {method === 'cash' && amount !== undefined && amount > 0 && currency !== undefined && (
        <Cash amount={amount} currency={currency} given={given} onGiven={onGiven} />
      )}
    </section>
  );
};
