import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Db } from '../db/open.ts'

/** Attempts per account and per address within one minute, counted before the password is looked at; per process. */
const span = 60_000
const perAccount = 10
const perAddress = 100
const mostNames = 20_000

export class TooManyAttempts extends MessageError {
  /** In seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(429, t('Too many attempts. Try again in %(seconds)s seconds.', { seconds: retryAfter }))
    this.retryAfter = retryAfter
  }
}

type Limits = {
  /** @throws TooManyAttempts */
  admitAddress(address: string, now: number): void
  /** @throws TooManyAttempts, also for the right password. */
  admitAccount(account: string, now: number): void
  succeeded(account: string): void
}

const limits = (): Limits => {
  const times = new Map<string, number[]>()
  const recent = (name: string, now: number) => (times.get(name) ?? []).filter((time) => time > now - span)
  const note = (name: string, now: number) => {
    if (times.size > mostNames) for (const [old, list] of times) if ((list.at(-1) ?? 0) <= now - span) times.delete(old)
    times.set(name, [...recent(name, now), now])
  }
  const demandFewer = (name: string, most: number, now: number) => {
    const list = recent(name, now)
    if (list.length < most) return
    throw new TooManyAttempts(Math.max(1, Math.ceil(((list[list.length - most] ?? now) + span - now) / 1000)))
  }
  const admit = (name: string, most: number, now: number) => {
    demandFewer(name, most, now)
    note(name, now)
  }
  return {
    admitAddress: (address, now) => admit(`address ${address}`, perAddress, now),
    admitAccount: (account, now) => admit(`account ${account}`, perAccount, now),
    succeeded: (account) => void times.delete(`account ${account}`),
  }
}

/** A name and an e-mail address of one account are that account; a name that nobody has counts by itself. */
export const accountKey = (user: { id: number } | undefined, name: string): string => (user ? `#${user.id}` : name.toLowerCase())

const known = new WeakMap<Db, Limits>()

export const loginLimits = (db: Db): Limits => {
  const found = known.get(db) ?? limits()
  known.set(db, found)
  return found
}
