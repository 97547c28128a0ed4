import { Star as StarIcon } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import { IconButton } from './IconButton.tsx'
import css from './Star.module.css'

type Props = { on: boolean; onToggle: (on: boolean) => void; name?: string; dense?: boolean; disabled?: boolean; className?: string }

export const Star = ({ on, onToggle, name = '', dense = true, disabled = false, className }: Props) => (
  <IconButton
    dense={dense}
    disabled={disabled}
    aria-pressed={on}
    aria-label={on ? t('Unstar %(name)s', { name }) : t('Star %(name)s', { name })}
    label={on ? t('Starred') : t('Star')}
    icon={<StarIcon />}
    className={cx(css['star'], on && css['on'], className)}
    onClick={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onToggle(!on)
    }}
  />
)
