import { EllipsisVertical } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { lazyMenu } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useMenuTrigger } from '../../../ui/overlay/use-menu-trigger.ts'
import css from './Card.module.css'
import type { HeadProps } from './CardHead.tsx'

const CardActions = lazyMenu(async () => (await import('./actions/CardActions.tsx')).CardActions)

/** The button of a card's menu. Its entries and dialogs are loaded when it first opens. */
export const CardMenu = (props: HeadProps) => {
  const label = t('Actions of %(name)s', { name: props.name })
  const { isOpen, wasOpened, anchor, close, lose, trigger } = useMenuTrigger()
  return (
    <span className={css['menu']} data-open={isOpen} data-screen-only>
      <IconButton {...trigger} dense label={t('Actions')} aria-label={label} icon={<EllipsisVertical />} />
      {wasOpened && <CardActions {...props} label={label} isOpen={isOpen} anchor={anchor} onClose={close} onLost={lose} />}
    </span>
  )
}
