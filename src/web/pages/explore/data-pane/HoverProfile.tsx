import { useMemo } from 'react'
import { t } from '#core/i18n/t.ts'
import type { Field } from '../../../controls/field/landing.ts'
import { Popover } from '../../../ui/overlay/Popover.tsx'
import { ColumnProfile } from './ColumnProfile.tsx'

type Props = { field: Field; row: Element; onStay: () => void; onLeave: () => void; onClose: () => void }

const gap = 8

/** A point at the end of the row, so that the popover is beside the pane. */
const pointBeside = (row: Element) => ({
  getBoundingClientRect: () => {
    const { left, right, top } = row.getBoundingClientRect()
    return new DOMRect(getComputedStyle(row).direction === 'rtl' ? left - gap : right + gap, top, 0, 0)
  },
})

/** The profile of a field while the pointer rests on its row. */
export const HoverProfile = ({ field, row, onStay, onLeave, onClose }: Props) => {
  const anchor = useMemo(() => pointBeside(row), [row])
  return (
    <Popover
      open
      onClose={onClose}
      anchor={anchor}
      label={t('About %(name)s', { name: field.name })}
      role="presentation"
      gap={0}
      width={272}
      takesFocus={false}
    >
      <div onPointerEnter={onStay} onPointerLeave={onLeave}>
        <ColumnProfile field={field} />
      </div>
    </Popover>
  )
}
