import type { DrawContext, Selection } from '#charts/chart.ts'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../../ui/feedback/toast.ts'
import css from '../ChartFrame.module.css'
import type { Tap } from './EChart.tsx'

/** The label of the action that selecting an item performs. */
export const filterLabel = ({ label }: Selection, { selected }: Pick<DrawContext, 'selected'>): string => {
  const written = { label: writtenName(label, t) }
  return selected?.includes(label) ? t('Clear the filter “%(label)s”', written) : t('Filter by %(label)s', written)
}

/** Adds a button to the tooltip. The next tap rewrites the tooltip. */
export const addTooltipAction = ({ tooltip, hide }: Tap, label: string, onPress: () => void) => {
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

/** Offers the action in a toast, for charts without tooltip, such as tables. */
export const showToastAction = (
  selection: Selection | null,
  context: Pick<DrawContext, 'selected'>,
  onSelect: (selection: Selection | null) => void,
) => {
  if (!selection) return onSelect(null)
  say(writtenName(selection.label, t), { action: { label: filterLabel(selection, context), run: () => onSelect(selection) } })
}
