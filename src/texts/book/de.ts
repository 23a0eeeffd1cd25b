import { account } from './de/account.ts';
import { app } from './de/app.ts';
import { book } from './de/book.ts';
import { booking } from './de/booking.ts';
import { buying } from './de/buying.ts';
import { cardPage } from './de/card-page.ts';
import { challenges } from './de/challenges.ts';
import { embed } from './de/embed.ts';
import { library } from './de/library.ts';
import { mine } from './de/mine.ts';
import { passes } from './de/passes.ts';
import { refusals } from './de/refusals.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import type { BookTexts } from './texts.ts';

/** The pages of strangers and members in German, by part. */
export const de: BookTexts = {
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
