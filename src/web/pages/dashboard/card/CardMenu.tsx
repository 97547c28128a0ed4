import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import css from './Card.module.css'
import type { HeadProps } from './CardHead.tsx'

const CardActions = lazyPart(async () => (await import('./actions/CardActions.tsx')).CardActions)

/** The button of a card's menu. Its entries and dialogs are loaded when it first opens. */
export const CardMenu = (props: HeadProps) => {
  const label = t('Actions of %(name)s', { name: props.name })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = () => {
    setOpen(true)
    setWasOpened(true)
  }
  return (
    <span className={css['menu']} data-open={isOpen} data-screen-only>
      <IconButton
        ref={setAnchor}
        dense
        label={t('Actions')}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        icon={<EllipsisVertical />}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      />
      {wasOpened && <CardActions {...props} label={label} isOpen={isOpen} anchor={anchor} onClose={() => setOpen(false)} />}
    </span>
  )
}
