import type { CardProcessor, MailServer } from './stored.ts';

/** What a server with a data directory does with the services that owners set up. */
export interface ServicesPort {
  /** What the settings of the server say. They win over what is set up in the console. */
  readonly given: {
    readonly mailServer: Omit<MailServer, 'password'> | undefined;
    readonly cardProcessor: boolean;
  };
  /** Connects to a mail server and signs in. @throws MailNotSent */
  tryMailServer(server: MailServer): Promise<void>;
  /** Sends a test email in the language of a locale, and resolves with the last line of the server. @throws MailNotSent */
  sendTest(server: MailServer | undefined, to: string, locale: string): Promise<string>;
  /** Asks the processor whether it accepts keys. @throws ProcessorFailure */
  tryProcessor(keys: CardProcessor): Promise<void>;
  /** Lets the server take over what is stored now, once its responses are sent. */
  serveAgain(why: string): void;
}
