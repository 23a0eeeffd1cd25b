import type { Processor } from '../../payments-processor/port.ts';
import { membershipSettings } from '../../resources/settings/queries.ts';
import { processorPolicy } from '../processor-policy.ts';
import type { BookContext } from './layout.ts';
import type { BookPage } from './visit.ts';

/** Nothing is loaded from elsewhere, and forms go nowhere else. */
const POLICY =
  "default-src 'none'; font-src 'self'; img-src 'self' data:; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; " +
  "base-uri 'none'; form-action 'self'";

/** The websites that may show a page in a frame: those that the studio has named, and only pages that are made for it. */
const framesOf = ({ embed, read, site }: BookContext): string => {
  const origins = embed === undefined ? [] : membershipSettings(read, site.id).embedOrigins;
  return `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
};

/**
 * The content security policy of a page. Only a page that takes cards loads the form of the card processor.
 * @param style the hash of a style that is in the page
 */
export const policyOf = (
  { context, takesCards = false, takesAnyWay = false }: BookPage,
  processor: Processor['name'],
  style?: string,
): string => {
  const styles = style === undefined ? "style-src 'self'" : `style-src 'self' ${style}`;
  const form = takesAnyWay ? 'ways' : 'cards';
  return `${POLICY}; ${styles}; ${framesOf(context)}; ${processorPolicy(takesCards ? form : 'none', processor)}`;
};
