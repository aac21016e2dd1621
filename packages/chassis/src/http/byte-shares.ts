import { Fault } from '@linescope/contract/fault';

export interface ByteShareLimits {
  /** Bytes of bodies and answers that an entity has a second while others ask too. */
  bytesPerSecond: number;
  /** What an entity that asked little has saved. */
  savedBytes: number;
  /** How many requests of one entity may wait, and for how long. */
  waitingOfEntity: number;
  waitMs: number;
}

/** Savings of two seconds: what people look at is far below, in whatever bursts. */
export const byteShareLimits = (bytesPerSecond: number): ByteShareLimits => ({
  bytesPerSecond,
  savedBytes: 2 * bytesPerSecond,
  waitingOfEntity: 100,
  waitMs: 15_000,
});

/** Others ask as long as one of them asked so lately. */
const LATELY_MS = 1_000;
const RETRY_SECONDS = 2;

interface Account {
  underWay: number;
  /** Of those, how many had to wait. */
  delayed: number;
  /** What the entity has saved, or owes where it is below nothing, at that time. */
  balance: number;
  at: number;
  seenAt: number;
  waiting: Waiting[];
}

interface Waiting {
  since: number;
  start(): void;
  refuse(): void;
}

export interface Turn {
  /** Bytes that were read, or are made and sent, for this request. */
  charge(bytes: number): void;
  /** The request was answered, or goes on at its own pace; the second call does nothing. */
  end(): void;
}

export interface ByteShares {
  /** Waits until it is the entity's turn. */
  begin(entityId: number): Promise<Turn>;
}

export interface Clock {
  now(): number;
  later(ms: number, work: () => void): void;
}

const CLOCK: Clock = { now: () => performance.now(), later: (ms, work) => void setTimeout(work, ms) };

/**
 * Shares this process between entities by the bytes that it reads and makes for them, which is what its time goes to. An entity
 * that owes has one request at a time, and only when its debt is paid, as long as others ask; alone it waits for nothing.
 */
export function createByteShares(limits: ByteShareLimits, clock: Clock = CLOCK): ByteShares {
  const accounts = new Map<number, Account>();
  const isLate = (account: Account): boolean => clock.now() - account.seenAt > LATELY_MS;
  let willLook = false;

  function accountOf(entityId: number): Account {
    const now = clock.now();
    const known = accounts.get(entityId);
    const account = known ?? { underWay: 0, delayed: 0, balance: limits.savedBytes, at: now, seenAt: now, waiting: [] };
    earn(account);
    // The latest seen stand last.
    accounts.delete(entityId);
    accounts.set(entityId, account);
    return account;
  }

  function earn(account: Account): void {
    const now = clock.now();
    const earned = ((now - account.at) / 1000) * limits.bytesPerSecond;
    account.balance = Math.min(limits.savedBytes, account.balance + earned);
    account.at = now;
  }

  function forgetOld(): void {
    for (const [id, account] of accounts) {
      if (!isLate(account)) return;
      // Each stays where it stands: one that is put last would be met again by this very loop, until its debt is paid.
      earn(account);
      if (account.underWay === 0 && account.waiting.length === 0 && account.balance >= limits.savedBytes)
        accounts.delete(id);
    }
  }

  function hasOthers(entityId: number): boolean {
    for (const [id, account] of accounts)
      if (id !== entityId && (account.underWay > 0 || !isLate(account))) return true;
    return false;
  }

  const mayStart = (entityId: number, { balance }: Account): boolean => balance >= 0 || !hasOthers(entityId);

  function startWaiting(): void {
    for (const [id, { waiting }] of [...accounts]) {
      while (waiting[0] && clock.now() - waiting[0].since >= limits.waitMs) waiting.shift()?.refuse();
      const account = waiting.length > 0 ? accountOf(id) : null;
      // One at a time: what the next will cost shows only when it has been answered.
      if (account?.delayed === 0 && mayStart(id, account)) waiting.shift()?.start();
    }
    lookLater();
  }

  /** When the first debt of those that wait is paid; others may have left before. */
  function lookLater(): void {
    if (willLook) return;
    const debts = [...accounts.values()].flatMap(({ waiting, balance }) => (waiting.length > 0 ? [-balance] : []));
    if (debts.length === 0) return;
    willLook = true;
    const soonest = (Math.min(...debts) / limits.bytesPerSecond) * 1000;
    clock.later(Math.min(Math.max(5, soonest), LATELY_MS), () => {
      willLook = false;
      startWaiting();
    });
  }

  function enter(account: Account, delayed: 0 | 1): Turn {
    account.underWay += 1;
    account.delayed += delayed;
    let isOver = false;
    return {
      charge(bytes) {
        account.balance -= bytes;
      },
      end() {
        if (isOver) return;
        isOver = true;
        account.underWay -= 1;
        account.delayed -= delayed;
        account.seenAt = clock.now();
        if (account.waiting.length > 0) startWaiting();
      },
    };
  }

  return {
    async begin(entityId) {
      forgetOld();
      const account = accountOf(entityId);
      account.seenAt = clock.now();
      if (account.waiting.length === 0 && mayStart(entityId, account)) return enter(account, 0);
      if (account.waiting.length >= limits.waitingOfEntity) throw tooMany();
      return new Promise((resolve, reject) => {
        const start = () => resolve(enter(account, 1));
        account.waiting.push({ since: clock.now(), start, refuse: () => reject(tooMany()) });
        lookLater();
      });
    },
  };
}

const tooMany = (): Fault =>
  new Fault(
    'response_rate_limited',
    `Your requests and their answers are too large to be answered beside others'. Try again in ${RETRY_SECONDS} s.`,
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  );
