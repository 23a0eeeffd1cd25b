import type { Family } from '../family.ts';
import { cardProcessorOperations } from './card-processor.ts';
import { mailServerOperations } from './mail-server.ts';

export const services = {
  operations: [mailServerOperations, cardProcessorOperations],
} satisfies Family;
