import type { ComponentProps } from 'react'
import { useSession } from '../../data/session.ts'
import { Star } from '../../ui/button/Star.tsx'

/** The star that a user gives an object. In a view as somebody else it is only shown. */
export const UserStar = (props: Omit<ComponentProps<typeof Star>, 'disabled'>) => (
  <Star {...props} disabled={useSession().viewing !== null} />
)
