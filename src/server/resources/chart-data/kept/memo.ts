import { userOf, type Principal, type PublicPrincipal, type UserPrincipal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { createRecent, type Recent } from '../../../doors/recent.ts'

/** Longer requests are not cached. */
const maxTextLength = 64 * 1024

/** The cache key of a response, and the dataset that it was asked of. */
export type Remembered = { key: string; datasetId: number | null }

export type Memo = {
  get(principal: Principal, text: string): Remembered | undefined
  set(principal: Principal, text: string, remembered: Remembered): void
  /** Call it after any change, which may change how requests are planned. */
  clear(): void
}

const isCacheable = (principal: Principal): principal is UserPrincipal | PublicPrincipal =>
  principal.kind === 'user' || principal.kind === 'public'

/**
 * Caches the cache key of a response by the request's exact text, user, rights and language, to skip planning. Entries live as long as
 * the cached rights of the user, a few seconds.
 *
 * Bench `remembered`: 0.19 × the CPU time of planning.
 */
export const createMemo = (): Memo => {
  let known = new WeakMap<object, Recent<Remembered>>()
  const keyOf = (principal: Principal, text: string) => `${userOf(principal)?.id ?? ''} ${t.locale} ${text}`
  return {
    get: (principal, text) => (isCacheable(principal) ? known.get(principal.pairs)?.get(keyOf(principal, text)) : undefined),
    set: (principal, text, remembered) => {
      if (!isCacheable(principal) || text.length > maxTextLength) return
      const recent = known.get(principal.pairs) ?? createRecent<Remembered>(200)
      known.set(principal.pairs, recent)
      recent.set(keyOf(principal, text), remembered)
    },
    clear: () => {
      known = new WeakMap()
    },
  }
}
