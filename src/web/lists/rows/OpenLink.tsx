import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'

type Target = string | (() => void)

/** A link to a page, or a button that opens something on this one. */
export const OpenLink = ({ target, className, children }: { target: Target; className: string; children: ReactNode }) =>
  typeof target === 'string' ? (
    <Link to={target} className={className}>
      {children}
    </Link>
  ) : (
    <button type="button" className={className} onClick={target}>
      {children}
    </button>
  )

export const useOpen = () => {
  const navigate = useNavigate()
  return (target: Target): void => (typeof target === 'string' ? void navigate(target) : target())
}
