import { epochOf } from '../../../kernel/clock.ts';
import { plainAmount } from '../../../kernel/currencies.ts';
import { withOffset } from '../../../kernel/local-time.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { BookContext } from '../layout.ts';
import { classPath } from './class-row.ts';

const AVAILABLE = {
  available: 'InStock',
  few: 'LimitedAvailability',
  full: 'SoldOut',
  waitlist: 'SoldOut',
} as const;

const addressText = ({ site: { address } }: BookContext): string =>
  [address?.line1, address?.line2, address?.city, address?.postalCode, address?.country]
    .filter((each) => each !== null && each !== undefined && each !== '')
    .join(', ');

/** A class as schema.org describes events. */
export const eventOf = (context: BookContext, session: PublicSessionResponse): object => {
  const { studio, site, rootUrl } = context;
  const { name, description, startTime, endTime, timezone, status, isVirtual, instructor, dropInPrice, availability } =
    session;
  const url = rootUrl + classPath(session);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    url,
    ...(description === null ? {} : { description }),
    startDate: withOffset(epochOf(startTime), timezone),
    endDate: withOffset(epochOf(endTime), timezone),
    eventStatus: `https://schema.org/${status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${isVirtual ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isVirtual
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: `${studio.name}, ${site.name}`, address: addressText(context) || site.name },
    organizer: { '@type': 'Organization', name: studio.name, url: `${rootUrl}/book` },
    ...(instructor === null ? {} : { performer: { '@type': 'Person', name: instructor.displayName } }),
    ...(dropInPrice === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: plainAmount(dropInPrice.amount, dropInPrice.currency),
            priceCurrency: dropInPrice.currency,
            availability: `https://schema.org/${AVAILABLE[availability]}`,
            url,
          },
        }),
  };
};

export const listOf = (context: BookContext, sessions: readonly PublicSessionResponse[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: sessions.map((session, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: eventOf(context, session),
  })),
});
