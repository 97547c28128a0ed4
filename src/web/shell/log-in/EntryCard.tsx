import { useEffect, useRef, type ReactNode } from 'react'
import { appName } from '../../data/base-path.ts'
import { Toasts } from '../../ui/feedback/Toasts.tsx'
import { focusFirst } from '../../ui/overlay/focus.ts'
import css from './EntryCard.module.css'
import { Logo } from '../Mark.tsx'

/** A page before the log-in: one card with the name of the product. The first field gets the focus. */
export const EntryCard = ({ children }: { children: ReactNode }) => {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (card.current) focusFirst(card.current)
  }, [])
  return (
    <div className={css['page']}>
      <main ref={card} className={css['card']}>
        <div className={css['brand']}>
          <Logo />
          <h1>{appName()}</h1>
        </div>
        {children}
      </main>
      <Toasts />
    </div>
  )
}
