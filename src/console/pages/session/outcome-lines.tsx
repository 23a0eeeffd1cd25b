import { Mail, Ticket, Undo2 } from 'lucide-react';
import type { Schemas } from '../../api/types.ts';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { OutcomeLine } from '../../ui/outcome-line.tsx';

interface Told {
  readonly notified: readonly Schemas['NotifiedPerson'][];
  readonly notifiedCount: number;
}

const MOST_NAMES = 3;

/** Who is notified of an act, by name as far as a line has room. */
export const ToldLine = ({ preview: { notified, notifiedCount } }: { preview: Told }) => {
  const t = useText();
  const { list } = useFormats();
  const names = notified.slice(0, MOST_NAMES).map(({ name }) => name ?? t('session.unknownClient'));
  const more = notifiedCount - names.length;
  const some =
    more > 0
      ? t('session.notifiedMore', { names: names.join(', '), count: more })
      : t('session.notified', { names: list(names), count: names.length });
  return <OutcomeLine of={Mail}>{notifiedCount === 0 ? t('session.noneNotified') : some}</OutcomeLine>;
};

type GivenBack = Pick<Schemas['SessionCancelPreview'], 'creditsReturned' | 'refunds'>;

/** The credits and the money that go back to clients whose classes are cancelled. */
export const GivenBackLines = ({ preview: { creditsReturned, refunds } }: { preview: GivenBack }) => {
  const t = useText();
  const { money } = useFormats();
  return (
    <>
      <OutcomeLine of={Ticket}>{t('session.cancelClassCredits', { count: creditsReturned })}</OutcomeLine>
      {refunds.map(({ amount, currency }) => (
        <OutcomeLine key={currency} of={Undo2}>
          {t('session.cancelClassRefund', { amount: money(amount, currency) })}
        </OutcomeLine>
      ))}
    </>
  );
};
