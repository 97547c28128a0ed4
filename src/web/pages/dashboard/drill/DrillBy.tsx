import { ChartColumn, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { asDrillType, drillTypes, type DrillType } from '#core/query/drill/as-type.ts'
import { usedColumns } from '#core/query/drill/drill-by.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { useSession } from '../../../data/session.ts'
import { useChart } from '../../../frame/chart-registry.ts'
import { verboseNames } from '#charts/shared/format/dataset-facts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useDashboard } from '../state/dashboard-context.ts'
import { useIsLent } from './use-is-lent.ts'
import { DatasetLine } from './DatasetLine.tsx'
import { DimensionList } from './DimensionList.tsx'
import css from './Drill.module.css'
import { DrilledChart } from './DrilledChart.tsx'
import { SaveDrilled } from './SaveDrilled.tsx'
import { currentForm, drilled, markWords, type Step } from './trail.ts'
import { useExploreDrilled } from './use-explore-drilled.ts'

type Props = {
  name: string
  /** With the filters of the dashboard. */
  form: FormData
  mark: readonly MarkFilter[]
  onClose: () => void
}

type View = 'chart' | 'table'

/** A chart by other dimensions than its own, one after the other, each limited to a mark of the one before. */
export const DrillBy = ({ name, form: start, mark, onClose }: Props) => {
  const { hasPermission } = useSession()
  const dataset = useDashboard((state) => state.datasets[start.datasource] ?? null)
  const names = useMemo(() => verboseNames(dataset && { ...dataset, metrics: [] }), [dataset])
  const [steps, setSteps] = useState<Step[]>([])
  /** What the next step is limited to, while its column is being chosen. */
  const [next, setNext] = useState<readonly MarkFilter[] | null>(mark)
  const [type, setType] = useState<DrillType | 'own'>('own')
  const [view, setView] = useState<View>('chart')
  const [isSaving, setSaving] = useState(false)
  const openExplore = useExploreDrilled()
  const isLent = useIsLent(start.datasource)
  const mayExplore = !isLent && hasPermission('can_explore', 'Superset') && hasPermission('can_write', 'ExploreFormDataRestApi')
  const maySave = !isLent && hasPermission('can_write', 'Chart')
  const column = steps.at(-1)?.column
  const own = currentForm(start, steps)
  const form = useMemo(() => (type === 'own' || column === undefined ? own : asDrillType(own, type, column)), [own, type, column])
  const chart = useChart(form.viz_type)
  const ownChart = useChart(own.viz_type)
  const isChoosing = next !== null

  const choose = (chosen: string) => {
    setSteps(drilled(start, steps, { column: chosen, mark: next ?? [] }))
    setNext(null)
  }
  const goTo = (index: number) => {
    if (index < 0) {
      setSteps([])
      setNext(mark)
    } else {
      setSteps(steps.slice(0, index + 1))
      setNext(null)
    }
  }
  const crumbs = [
    { label: mark.length > 0 ? markWords(mark) : name, index: -1 },
    ...steps.map((step, index) => {
      const limit = steps[index + 1]?.mark ?? (index === steps.length - 1 ? next : null)
      const label = ownValue(names, step.column) ?? step.column
      return { label: limit && limit.length > 0 ? t('%(column)s (%(value)s)', { column: label, value: markWords(limit) }) : label, index }
    }),
  ]
  const types = drillTypes.filter((one) => one.type !== own.viz_type).map((one) => ({ value: one.type, label: t(one.name) }))
  return (
    <Dialog
      open
      bare
      width={960}
      height={640}
      title={t('Drill by: %s', [name])}
      onClose={onClose}
      footer={
        <>
          {!isChoosing && mayExplore && (
            <Button kind="quiet" onClick={() => void openExplore(form)}>
              {t('Edit chart')}
            </Button>
          )}
          {!isChoosing && maySave && <Button onClick={() => setSaving(true)}>{t('Save as chart')}</Button>}
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className={css['detail']}>
        <DatasetLine datasource={start.datasource} />
        <div className={css['bar']}>
          <nav aria-label={t('Drilled by')} className={css['crumbs']}>
            <ol>
              {crumbs.map(({ label, index }, i) => (
                <li key={index}>
                  {i === crumbs.length - 1 && !isChoosing ? (
                    <span aria-current="step">{label}</span>
                  ) : (
                    <Button kind="link" onClick={() => goTo(index)}>
                      {label}
                    </Button>
                  )}
                </li>
              ))}
              {isChoosing && <li aria-current="step">{t('Choose a dimension')}</li>}
            </ol>
          </nav>
          {!isChoosing && (
            <div className={css['tools']}>
              <Button dense kind="quiet" onClick={() => setNext([])}>
                {t('Another dimension')}
              </Button>
              <Picker
                dense
                label={t('Visualization Type')}
                value={type}
                options={[{ value: 'own' as const, label: ownChart ? t(ownChart.name) : own.viz_type }, ...types]}
                onChange={setType}
              />
              <Segmented
                dense
                label={t('Show as')}
                value={view}
                onChange={setView}
                options={[
                  { key: 'chart', label: t('Chart'), icon: <ChartColumn /> },
                  { key: 'table', label: t('Table'), icon: <Table2 /> },
                ]}
              />
            </div>
          )}
        </div>
        <div className={css['rows']}>
          {isChoosing ? (
            <DimensionList datasource={start.datasource} used={usedColumns(own)} onChoose={choose} />
          ) : (
            chart && <DrilledChart {...{ name, form, chart, dataset, view, names }} onMark={setNext} />
          )}
        </div>
      </div>
      {isSaving && <SaveDrilled name={`${name}: ${crumbs.at(-1)?.label ?? ''}`} form={form} onClose={() => setSaving(false)} />}
    </Dialog>
  )
}
