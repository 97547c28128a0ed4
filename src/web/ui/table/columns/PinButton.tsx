import { Pin, PinOff } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { columnAction } from '../stops.ts'
import css from './PinButton.module.css'

type Props = {
  /** Of the column, in words. */
  name: string
  isPinned: boolean
  onToggle: (isByKeyboard: boolean) => void
  /** The end of the head that its text leaves free. */
  at: 'start' | 'end'
  tabIndex: 0 | -1
}

/** Pins a column to the start of a table that scrolls sideways, or lets it go. */
export const PinButton = ({ name, isPinned, onToggle, at, tabIndex }: Props) => (
  <span className={css['pin']} data-at={at} data-pinned={isPinned || undefined} {...{ [columnAction]: true }}>
    <IconButton
      dense
      label={isPinned ? t('Unpin %(name)s', { name }) : t('Pin %(name)s', { name })}
      icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      active={isPinned}
      tabIndex={tabIndex}
      onClick={({ detail }) => onToggle(detail === 0)}
    />
  </span>
)
