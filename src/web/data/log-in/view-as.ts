import { viewAsBegin, viewAsEnd } from '#api/view-as.ts'
import { basePath } from '../base-path.ts'
import { call } from '../call.ts'
import { paths } from '../paths.ts'

/** Looks at the product as a person or a role. Nothing that was loaded before stays. */
export const beginView = async (viewed: { kind: 'user' | 'role'; id: number }): Promise<void> => {
  await call(viewAsBegin, { body: viewed })
  window.location.assign(basePath() + paths.home)
}

/** Ends viewing as somebody else, and opens the list of users or roles again. */
export const endView = async (as: 'user' | 'role'): Promise<void> => {
  await call(viewAsEnd)
  window.location.assign(basePath() + (as === 'user' ? paths.users : paths.roles))
}
