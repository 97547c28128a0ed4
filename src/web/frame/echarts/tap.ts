import type { DrawContext, Selection } from '#charts/chart.ts'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../../ui/feedback/toast.ts'
import css from '../ChartFrame.module.css'
import type { Tap } from './EChart.tsx'

/** Called with the selected item; `adds` keeps what is selected already. */
export type OnSelect = (selection: Selection | null, mode?: { adds: boolean }) => void

/** The label of the action that selecting an item performs. */
export const filterLabel = ({ label }: Selection, { selected }: Pick<DrawContext, 'selected'>): string => {
  const written = { label: writtenName(label, t) }
  return selected?.includes(label) ? t('Clear the filter “%(label)s”', written) : t('Filter by %(label)s', written)
}

const addTooltipAction = ({ tooltip, hide }: Tap, label: string, onPress: () => void) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = css['tapAction'] ?? ''
  button.textContent = label
  button.addEventListener('click', () => {
    hide()
    onPress()
  })
  tooltip.style.pointerEvents = 'auto'
  tooltip.append(button)
}

type Offered = { selection: Selection; context: Pick<DrawContext, 'selected'>; onSelect: OnSelect }

/** Adds buttons to the tooltip: the item instead of what is selected, or in addition to it. The next tap rewrites the tooltip. */
export const addTooltipActions = (tap: Tap, { selection, context, onSelect }: Offered) => {
  addTooltipAction(tap, filterLabel(selection, context), () => onSelect(selection))
  const { selected = [] } = context
  if (selected.length > 0 && !selected.includes(selection.label))
    addTooltipAction(tap, t('Also filter by %(label)s', { label: writtenName(selection.label, t) }), () =>
      onSelect(selection, { adds: true }),
    )
}

/** Offers the action in a toast, for charts without tooltip, such as tables. */
export const showToastAction = ({ selection, context, onSelect }: Offered) =>
  say(writtenName(selection.label, t), { action: { label: filterLabel(selection, context), run: () => onSelect(selection) } })
