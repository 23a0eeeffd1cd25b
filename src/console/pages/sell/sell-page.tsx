import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { ApiError, client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { checkInIfOver } from '../../parts/desk/open-classes.ts';
import {
  clientQuery,
  declinedQuery,
  feesQuery,
  plansQuery,
  previewQuery,
  type SaleBody,
  type SalePreview,
  sessionQuery,
} from '../../parts/sell/queries.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { stopsAtUnread } from '../../ui/keys/focus-field.ts';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { BookAtOnce } from './book-at-once.tsx';
import { Fees } from './fees.tsx';
import { Plans } from './plans.tsx';
import { ReceiptAside } from './receipt.tsx';
import { useSale } from './sale.ts';
import type { Booked } from './sold-place.tsx';
import { ClientStep } from './steps/client-step.tsx';
import { CustomItem } from './steps/custom-item.tsx';
import { PaymentStep } from './steps/payment-step.tsx';
import { SaleReceipt } from './steps/sale-receipt.tsx';

const KINDS = ['plans', 'fees', 'other'] as const;

interface Done {
  readonly paymentId: string | null;
  readonly said: string;
  readonly booked: Booked | undefined;
}

interface Pressed {
  readonly sold: SaleBody;
  /** What the button said when it was pressed, and whether that belongs to an earlier choice. */
  readonly preview: SalePreview | undefined;
  readonly isOutdated: boolean;
}

/** Sells a plan, in one act with a booking, takes fees, and records other sales. */
export const SellPage = () => {
  const t = useText();
  const can = useCan();
  const { money } = useFormats();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const plans = useQuery(plansQuery(useSite().id));
  const sale = useSale(plans.data);
  const { search, body } = sale;
  const kind = KINDS.find((each) => each === search.tab && (each !== 'fees' || can('bookings:read'))) ?? 'plans';
  const [given, setGiven] = useState('');
  const [done, setDone] = useState<Done>();
  const preview = useQuery(previewQuery(body));
  const person = useQuery({ ...clientQuery(search.client ?? ''), enabled: search.client !== undefined });
  const mayReadFees = can('bookings:read');
  const fees = useQuery({ ...feesQuery(search.client ?? ''), enabled: mayReadFees && search.client !== undefined });
  const declined = useQuery({ ...declinedQuery(search.client ?? ''), enabled: search.client !== undefined });
  const keyFor = useKeyFor();
  // The same may be sold once more, but not by a second press or by a repeat after a lost response.
  const sales = useRef(0);
  const take = useMutation({
    mutationFn: async ({ sold, preview: said, isOutdated }: Pressed) => {
      // The amount on the button belongs to an earlier choice: it is taken only if it is right for this sale too.
      const isOther = isOutdated && (await queries.ensureQueryData(previewQuery(sold)))?.amount !== said?.amount;
      if (isOther) return undefined;
      const header = keyFor([sales.current, sold]);
      const response = await send(client.POST('/manage/packages', { params: { header }, body: sold }));
      const booking = response.object === 'package' ? response.booking : undefined;
      if (booking == null) return { response, isHere: false };
      // The sale stands, also if no one can be checked in.
      const session = queries.ensureQueryData(sessionQuery(booking.sessionId));
      const isHere = await session.then((found) => checkInIfOver(found, booking.id)).catch(() => false);
      return { response, isHere };
    },
    onSuccess: (taken, { preview: said }) => {
      if (taken === undefined) return;
      const { response: sold, isHere } = taken;
      // What the sale would do is not asked again: it is done.
      void refresh('package', 'payment', 'booking', 'client', 'payment_method', 'discount_code');
      if (sold.object !== 'package') return;
      const paid = t('sell.sold', { name: sold.name, amount: money(said?.amount ?? sold.price, sold.currency) });
      const { paymentId, booking } = sold;
      const bookedText = t(isHere ? 'sell.bookedHere' : 'sell.booked');
      setDone(
        booking == null
          ? { paymentId, said: paid, booked: undefined }
          : {
              paymentId,
              said: `${paid} ${bookedText}`,
              booked: { bookingId: booking.id, name: person.data?.fullName ?? '' },
            },
      );
    },
  });
  const takeNow = (): void => {
    if (stopsAtUnread(document.body)) return;
    if (sale.isTyped && body !== undefined && done === undefined && !take.isPending) {
      take.mutate({ sold: body, preview: preview.data, isOutdated: preview.isPlaceholderData });
    }
  };
  useShortcut('Control Enter', () => (kind === 'plans' ? takeNow() : false));
  const next = (): void => {
    if (done !== undefined) sales.current += 1;
    setDone(undefined);
    setGiven('');
    take.reset();
    sale.clear();
  };
  // What was refused before something else was chosen is no longer said.
  const isRefused = take.isError && JSON.stringify(take.variables.sold) === JSON.stringify(body);
  const refusal = isRefused ? take.error : preview.error;
  const name = person.data?.firstName;
  const paid = (paymentId: string, said: string): void => setDone({ paymentId, said, booked: undefined });
  return (
    <>
      <div className="page-head" data-inline="">
        <div className="titles">
          <h1>{t('sell.title')}</h1>
        </div>
        <div className="actions">
          <Button variant="quiet" onPress={next}>
            {t('sell.clear')}
          </Button>
        </div>
      </div>
      {done !== undefined && <SaleReceipt {...done} onNext={next} />}
      {done === undefined && (
        <div className="split sell" data-aside="wide">
          <div className="stack" data-gap="sections">
            <ClientStep siteId={sale.siteId} clientId={search.client} onChoose={(id) => sale.change({ client: id })} />
            <section aria-labelledby="what">
              <div className="section-head row">
                <h2 id="what">{t('sell.what')}</h2>
                <ToggleButtonGroup
                  className="segmented push"
                  aria-label={t('sell.kind')}
                  disallowEmptySelection
                  selectedKeys={[kind]}
                  onSelectionChange={(keys) => sale.change({ tab: KINDS.find((each) => keys.has(each)) ?? 'plans' })}
                >
                  <ToggleButton id="plans">{t('sell.plans')}</ToggleButton>
                  {mayReadFees && (
                    <ToggleButton id="fees">
                      {t('sell.fees', { count: (fees.data?.length ?? 0) + (declined.data?.length ?? 0) })}
                    </ToggleButton>
                  )}
                  <ToggleButton id="other">{t('sell.other')}</ToggleButton>
                </ToggleButtonGroup>
              </div>
              {plans.isError && <LoadError error={plans.error} onRetry={() => void plans.refetch()} />}
              {kind === 'plans' && (
                <Plans plans={plans.data ?? []} chosen={sale.plan?.id} onChoose={(id) => sale.change({ plan: id })} />
              )}
              {kind === 'fees' && <Fees clientId={search.client} method={sale.method} onPaid={paid} />}
              {kind === 'other' && <CustomItem clientId={search.client} method={sale.method} onPaid={paid} />}
            </section>
            {kind === 'plans' && can('bookings:create') && (
              <BookAtOnce
                sessionId={search.session}
                onChoose={(id) => sale.change({ session: id ?? '' })}
                isWaiting={sale.isWaiting}
                onWaiting={sale.setWaiting}
                isFullNow={refusal instanceof ApiError && refusal.code === 'session_full'}
              />
            )}
            <PaymentStep
              clientId={search.client}
              method={sale.method}
              onMethod={sale.setMethod}
              amount={kind === 'plans' && body !== undefined ? preview.data?.amount : undefined}
              currency={preview.data?.currency}
              given={given}
              onGiven={setGiven}
            />
          </div>
          {kind === 'plans' && (
            <ReceiptAside
              sale={sale}
              preview={body === undefined ? undefined : preview.data}
              error={refusal}
              clientName={name}
              isPending={take.isPending}
              onTake={takeNow}
            />
          )}
        </div>
      )}
    </>
  );
};
