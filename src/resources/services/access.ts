import type { Read } from '../../database/database.ts';
import { type Caller, requireWholeBrand, staffIdOf } from '../../kernel/caller.ts';
import { conflict, forbidden } from '../../kernel/problem.ts';
import { Staff } from '../staff/record.ts';
import type { Machine } from '../system/port.ts';
import type { ServicesPort } from './port.ts';

export const access = { staff: 'settings:processor', sites: 'brand' } as const;
export const change = { ...access, sensitive: true, givesRights: true, errors: [409], hasEtag: false } as const;

/**
 * The owner who sets up a service: what leaves by it, such as codes to sign in, is worth more than a key of an integration.
 * @throws Problem 403 without a person
 */
export const requireOwner = (read: Read, caller: Caller) => {
  requireWholeBrand(caller, 'the mail server and the card processor');
  const staffId = staffIdOf(caller);
  const person = staffId === null ? undefined : Staff.rows.find(read, staffId);
  if (person !== undefined) return person;
  throw forbidden('Only an owner can do this: sign in to the console, or use a key that acts for an owner.');
};

/** @throws Problem 409 `configured_elsewhere` */
export const requireChangeable = (
  machine: Machine | undefined,
  service: 'mailServer' | 'cardProcessor',
): ServicesPort => {
  const services = machine?.services;
  if (services === undefined) {
    throw conflict(
      'configured_elsewhere',
      'A sandbox has its own mailbox and its own card processor. Nothing is set up here.',
    );
  }
  if (services.given[service] === undefined || services.given[service] === false) return services;
  const setting = service === 'mailServer' ? 'STUDIOD_SMTP_URL' : 'STUDIOD_PROCESSOR';
  throw conflict(
    'configured_elsewhere',
    `The settings of the server set this, and win. Remove ${setting} there first, and restart the server.`,
  );
};
