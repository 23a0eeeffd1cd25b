// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../en-GB/book/account.json';
import app from '../../en-GB/book/app.json';
import book from '../../en-GB/book/book.json';
import booking from '../../en-GB/book/booking.json';
import buying from '../../en-GB/book/buying.json';
import challenges from '../../en-GB/book/challenges.json';
import guests from '../../en-GB/book/guests.json';
import mine from '../../en-GB/book/mine.json';
import passes from '../../en-GB/book/passes.json';
import refusals from '../../en-GB/book/refusals.json';
import signIn from '../../en-GB/book/sign-in.json';

export const texts = { account, app, book, booking, buying, challenges, guests, mine, passes, refusals, signIn };
