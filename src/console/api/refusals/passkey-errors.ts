/** The person has closed the question of the browser, or it has waited too long. */
export class PasskeyCancelled extends Error {}

/** The browser refuses passkeys on this page, such as on a page at another name than the server says. */
export class PasskeyRefused extends Error {}
