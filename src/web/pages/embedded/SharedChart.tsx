import type { SharedChart as Shown } from '#api/public-link.ts'
import type { Chart } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { ChartFrame } from '../../frame/ChartFrame.tsx'
import { useChart } from '../../frame/chart-registry.ts'
import { useChartData } from '../../frame/data/use-chart-data.ts'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from './SharedChart.module.css'

type Props = { id: number; chart: Shown }

/** One chart with its name, as it is saved. */
export const SharedChart = ({ id, chart }: Props) => {
  const { slice_name: name, description, form_data } = chart
  usePageTitle(name)
  const type = useChart(form_data.viz_type)
  return (
    <div className={css['page']}>
      <header>
        <h1>{name}</h1>
        {description && <p>{description}</p>}
      </header>
      {type === undefined ? (
        <ProgressLine label={t('Loading')} />
      ) : type === null ? (
        <ErrorState fills title={t('This chart cannot be shown')} text={t('Its type is not known here.')} />
      ) : (
        <Picture id={id} chart={chart} type={type} />
      )}
    </div>
  )
}

const Picture = ({ id, chart: { form_data: form, dataset }, type }: Props & { type: Chart }) => {
  const data = useChartData(form, type, { sliceId: id })
  return <ChartFrame form={form} chart={type} dataset={dataset} data={data} className={css['picture'] ?? ''} />
}
