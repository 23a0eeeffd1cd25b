import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import { checkoutPage } from '../buying/checkout.ts';
import { type BoughtClass, type Order, waysOf } from '../buying/order.ts';
import { pay } from '../buying/pay.ts';
import { refusedNote } from '../buying/purchases.ts';
import type { BookContext } from '../layout.ts';
import { type ApiRefusal, refusalText } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';

export interface PaidClass {
  readonly context: BookContext;
  readonly session: BoughtClass;
}

/** Whether there is a spot, but no package that can pay for it. */
export const needsPaying = ({ place, isPackageRequired, packages }: BookingOptionsResponse): boolean =>
  place !== 'none' && isPackageRequired && !packages.some(({ canPay }) => canPay);

/** Whether the form is that of `waysToPayPage`, which `payAndBook` handles. */
export const isPayment = (form: Form): boolean => form.get('way') !== '';

const orderOf = ({ context, session }: PaidClass): Omit<Order, 'ways' | 'hasMore' | 'isWaiting'> => {
  const page = `/book/class/${session.id}`;
  return { context, path: `${page}/book`, back: page, session };
};

/** The page of the ways to pay for a class, for who has no pass that fits: `GET /book/class/{id}/book`. */
export const waysToPayPage = (
  visit: MemberVisit,
  paid: PaidClass,
  options: BookingOptionsResponse,
  refused?: Pick<ApiRefusal, 'code'>,
): Promise<BookPage> => {
  const { searchParams } = visit.url;
  const note = refused && refusalText(paid.context, refused);
  const order = { ...orderOf(paid), ...waysOf(paid.context, options) };
  const [wayId, cardId, code] = ['way', 'card', 'code'].map((name) => searchParams.get(name) ?? undefined);
  return checkoutPage(visit, order, { wayId, cardId, code, note: note ?? refusedNote(paid.context, visit.url) });
};

/** Buys and books: `POST /book/class/{id}/book`. */
export const payAndBook = (visit: MemberVisit, form: Form, paid: PaidClass): Promise<PageResult> => {
  const { context, session } = paid;
  const waysNow = async () =>
    waysOf(context, await visit.callApi('getBookingOptions', { path: { id: session.id }, siteId: context.site.id }));
  return pay(visit, form, { ...orderOf(paid), waysNow });
};
