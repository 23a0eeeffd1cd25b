// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../en/book/account.json';
import app from '../../en/book/app.json';
import book from '../../en/book/book.json';
import booking from '../../en/book/booking.json';
import buying from '../../en/book/buying.json';
import cardPage from '../../en/book/card-page.json';
import challenges from '../../en/book/challenges.json';
import embed from '../../en/book/embed.json';
import guests from '../../en/book/guests.json';
import household from '../../en/book/household.json';
import library from '../../en/book/library.json';
import mine from '../../en/book/mine.json';
import passes from '../../en/book/passes.json';
import push from '../../en/book/push.json';
import refusals from '../../en/book/refusals.json';
import shell from '../../en/book/shell.json';
import signIn from '../../en/book/sign-in.json';

export const texts = {
  account,
  app,
  book,
  booking,
  buying,
  cardPage,
  challenges,
  embed,
  guests,
  household,
  library,
  mine,
  passes,
  push,
  refusals,
  shell,
  signIn,
};
