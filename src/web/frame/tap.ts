import type { DrawContext, Selection } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { say } from '../ui/toast.ts'
import css from './ChartFrame.module.css'
import type { Tap } from './EChart.tsx'

/** What pressing an item would do. */
export const filterLabel = ({ label }: Selection, { selected }: Pick<DrawContext, 'selected'>): string =>
  selected?.includes(label) ? t('Clear the filter “%(label)s”', { label }) : t('Filter by %(label)s', { label })

/** Puts a button under what the tooltip says; the next tap writes the tooltip anew. */
export const offerInTooltip = ({ tooltip, hide }: Tap, label: string, onPress: () => void) => {
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

/** The same where a picture has no tooltip: a table. */
export const offerInToast = (
  selection: Selection | null,
  context: Pick<DrawContext, 'selected'>,
  onSelect: (selection: Selection | null) => void,
) => {
  if (!selection) return onSelect(null)
  say(selection.label, { action: { label: filterLabel(selection, context), run: () => onSelect(selection) } })
}
