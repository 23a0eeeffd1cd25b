import { account } from './fr/account.ts';
import { app } from './fr/app.ts';
import { book } from './fr/book.ts';
import { booking } from './fr/booking.ts';
import { buying } from './fr/buying.ts';
import { cardPage } from './fr/card-page.ts';
import { challenges } from './fr/challenges.ts';
import { embed } from './fr/embed.ts';
import { library } from './fr/library.ts';
import { mine } from './fr/mine.ts';
import { passes } from './fr/passes.ts';
import { refusals } from './fr/refusals.ts';
import { shell } from './fr/shell.ts';
import { signIn } from './fr/sign-in.ts';
import type { BookTexts } from './texts.ts';

/** The pages of strangers and members in French, by part. */
export const fr: BookTexts = {
  passes,
  account,
  app,
  book,
  booking,
  challenges,
  buying,
  cardPage,
  embed,
  library,
  mine,
  refusals,
  shell,
  signIn,
};
