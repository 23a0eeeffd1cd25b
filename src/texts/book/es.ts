import { account } from './es/account.ts';
import { app } from './es/app.ts';
import { book } from './es/book.ts';
import { booking } from './es/booking.ts';
import { buying } from './es/buying.ts';
import { cardPage } from './es/card-page.ts';
import { challenges } from './es/challenges.ts';
import { embed } from './es/embed.ts';
import { library } from './es/library.ts';
import { mine } from './es/mine.ts';
import { passes } from './es/passes.ts';
import { refusals } from './es/refusals.ts';
import { shell } from './es/shell.ts';
import { signIn } from './es/sign-in.ts';
import type { BookTexts } from './texts.ts';

/** The pages of strangers and members in Spanish, by part. */
export const es: BookTexts = {
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
