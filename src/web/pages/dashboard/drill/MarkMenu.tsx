import { Funnel, FunnelX, Scan, Split, TableProperties } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { markText, type MarkFilter } from '#core/query/drill/mark-filter.ts'
import { crossFilterRefusal, detailByRefusal, detailRefusal, drillByRefusal, rangeRefusal } from '#core/query/drill/refusals.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import type { PointedAt } from '../../../frame/picture/Picture.tsx'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { MenuList, type MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { pressItem } from '../cross-filters/press-item.ts'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { hasCrossFilters } from '../state/derived.ts'
import { crossFilterItemsOf } from '../state/store.ts'
import { useDrillRights } from './use-drill-rights.ts'

const DrillBy = lazyDialog(async () => (await import('./DrillBy.tsx')).DrillBy)
const DrillToDetail = lazyDialog(async () => (await import('./DrillToDetail.tsx')).DrillToDetail)

type Props = {
  chartId: number
  chart: Chart
  name: string
  /** With the filters of the dashboard. */
  form: FormData
  pointed: PointedAt
  onClose: () => void
}

type Step = { kind: 'menu' } | { kind: 'detail' | 'by'; mark: readonly MarkFilter[] }

const refused = (refusal: string | null) => (refusal === null ? {} : { disabled: true, reason: t(refusal) })

/** The menu of a right-click in a chart, and the dialogs that it opens. */
export const MarkMenu = ({ chartId, chart, name, form, pointed, onClose }: Props) => {
  const [step, setStep] = useState<Step>({ kind: 'menu' })
  /** The menu closes for a dialog, not for good. */
  const opensDialog = useRef(false)
  const rights = useDrillRights(chart, form)
  const crossFilter = useCrossFilterEntry(chartId, chart, pointed)
  const { x, y, filters } = pointed
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])

  const openDialog = (kind: 'detail' | 'by', mark: readonly MarkFilter[]) => {
    opensDialog.current = true
    setStep({ kind, mark })
  }
  const rangeEntries = (): MenuEntry[] => {
    const refusal = rangeRefusal(form)
    return refusal === null ? [] : [{ key: 'range', label: t('Filter by a range of the axes'), icon: <Scan />, ...refused(refusal) }]
  }
  const drillByEntries = (): MenuEntry[] =>
    rights.mayDrillBy
      ? [
          {
            key: 'by',
            label: t('Drill by'),
            icon: <Split />,
            ...refused(drillByRefusal(rights)),
            onSelect: () => openDialog('by', filters),
          },
        ]
      : []
  const detailEntries = (): MenuEntry[] => {
    if (!rights.mayDrillToDetail) return []
    const open = (mark: readonly MarkFilter[]) => openDialog('detail', mark)
    const refusal = detailByRefusal(rights, filters.length > 0)
    const by = (key: string, value: string, mark: readonly MarkFilter[]): MenuEntry => ({
      key,
      label: t('Drill to detail by %(value)s', { value: writtenName(value, t) }),
      icon: <TableProperties />,
      ...refused(refusal),
      onSelect: () => open(mark),
    })
    return [
      {
        key: 'detail',
        label: t('Drill to detail'),
        icon: <TableProperties />,
        ...refused(detailRefusal(rights)),
        onSelect: () => open([]),
      },
      ...(refusal === null
        ? filters.map((filter, i) => by(`detail ${i}`, markText(filter), [filter]))
        : [{ key: 'detail by', label: t('Drill to detail by'), icon: <TableProperties />, ...refused(refusal) }]),
      ...(refusal === null && filters.length > 1 ? [by('detail all', t('all'), filters)] : []),
    ]
  }
  if (step.kind === 'by') return <DrillBy name={name} form={form} mark={step.mark} onClose={onClose} />
  if (step.kind === 'detail') return <DrillToDetail name={name} chartId={chartId} form={form} mark={step.mark} onClose={onClose} />
  return (
    <MenuList
      open
      onClose={() => !opensDialog.current && onClose()}
      anchor={anchor}
      label={t('Actions on “%(name)s”', { name })}
      width={320}
      entries={[crossFilter, ...rangeEntries(), ...detailEntries(), ...drillByEntries()]}
    />
  )
}

const useCrossFilterEntry = (chartId: number, { behaviors }: Chart, { selection }: PointedAt): MenuEntry => {
  const store = useDashboardStore()
  const isEnabled = useDashboard(hasCrossFilters)
  const chosen = useDashboard(crossFilterItemsOf(chartId))
  const isChosen = selection !== null && (chosen?.includes(selection.label) ?? false)
  return {
    key: 'cross-filter',
    label: isChosen ? t('Remove cross-filter') : t('Add cross-filter'),
    icon: isChosen ? <FunnelX /> : <Funnel />,
    ...refused(crossFilterRefusal({ isEnabled, behaviors, hasSelection: selection !== null })),
    onSelect: () => selection && void pressItem(store, chartId, selection, { adds: true }),
  }
}
