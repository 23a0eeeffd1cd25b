// What the server has acknowledged, and what it may have done without a response.

/** A request whose response did not come. It is sent again with the same key, and must then have happened once. */
export interface Unanswered {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  /** Records the response that comes at last. */
  readonly settle: (response: Answered) => void;
}

export interface Answered {
  readonly id: string;
  readonly status?: string;
}

/** A client: its version is in its notes, which each change raises by one. */
export interface KnownClient {
  readonly id: string;
  readonly email: string;
  acknowledged: number;
  /** The highest version that was sent. */
  sent: number;
}

export interface KnownBooking {
  readonly id: string;
  readonly sessionId: string;
  /** What it may be; more than one while a cancellation has no response. */
  allowed: readonly string[];
}

/** A file on its way. */
export interface KnownUpload {
  readonly location: string;
  readonly bytes: Uint8Array;
  /** The offset that the server has acknowledged. */
  acknowledged: number;
}

export class Ledger {
  readonly clients: KnownClient[] = [];
  readonly bookings: KnownBooking[] = [];
  /** Ids of check-ins. */
  readonly checkins: string[] = [];
  /** Media that was uploaded whole, with its SHA-256. */
  readonly media: { readonly id: string; readonly sha256: string }[] = [];
  unanswered: Unanswered[] = [];
  upload: KnownUpload | undefined;
  /** Everything before these positions was checked after an earlier kill. */
  checked = { clients: 0, bookings: 0, checkins: 0 };

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    const changes = this.clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    return this.clients.length + changes + this.bookings.length + this.checkins.length + this.media.length;
  }
}
