import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Db } from '../db/open.ts'

/** Failed log-ins per account and attempts per address, within one minute; counted per process. */
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
  /** @throws TooManyAttempts, also for the right password. */
  admit(account: string, address: string, now: number): void
  failed(account: string, now: number): void
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
  return {
    admit: (account, address, now) => {
      demandFewer(`address ${address}`, perAddress, now)
      note(`address ${address}`, now)
      demandFewer(`account ${account.toLowerCase()}`, perAccount, now)
    },
    failed: (account, now) => note(`account ${account.toLowerCase()}`, now),
    succeeded: (account) => void times.delete(`account ${account.toLowerCase()}`),
  }
}

const known = new WeakMap<Db, Limits>()

export const loginLimits = (db: Db): Limits => {
  const found = known.get(db) ?? limits()
  known.set(db, found)
  return found
}
