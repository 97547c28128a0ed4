import { grounds, type Action } from './grounds.ts'
import type { Principal } from './principal.ts'
import type { Subject } from './subject.ts'

/** `unseen`: answered as if it did not exist. `not-owner`: visible, but owned by somebody else. `no-data`: its data may not be read. */
export type Reason = 'unseen' | 'not-owner' | 'no-data'

export type Decision = { allowed: true } | { allowed: false; reason: Reason; subject: Subject }

/** The one permission check of create, update, import, copy, bulk and legacy paths. */
export const can = (principal: Principal, action: Action, subject: Subject): Decision => {
  if (isAllowed(principal, action, subject)) return { allowed: true }
  if (action === 'query') return { allowed: false, reason: 'no-data', subject: dataOf(subject) }
  const isSeen = action === 'change' && isAllowed(principal, 'see', subject)
  return { allowed: false, reason: isSeen ? 'not-owner' : 'unseen', subject }
}

export const isAllowed = (principal: Principal, action: Action, subject: Subject): boolean =>
  grounds(principal, action, subject).next().done === false

/** The subject that a refusal of data names. */
const dataOf = (subject: Subject): Subject => (subject.kind === 'chart' ? (subject.dataset ?? subject) : subject)
