// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../de/book/account.json';
import app from '../../de/book/app.json';
import book from '../../de/book/book.json';
import booking from '../../de/book/booking.json';
import buying from '../../de/book/buying.json';
import cardPage from '../../de/book/card-page.json';
import challenges from '../../de/book/challenges.json';
import embed from '../../de/book/embed.json';
import guests from '../../de/book/guests.json';
import household from '../../de/book/household.json';
import library from '../../de/book/library.json';
import mine from '../../de/book/mine.json';
import passes from '../../de/book/passes.json';
import push from '../../de/book/push.json';
import refusals from '../../de/book/refusals.json';
import shell from '../../de/book/shell.json';
import signIn from '../../de/book/sign-in.json';

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
