import { useQuery } from '@tanstack/react-query'
import { sqllabEstimate, sqllabExplain, type PlanStep } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { parseParams } from './template-params.ts'
import css from './PlanDialog.module.css'

type Asked = { database_id: number; sql: string; catalog: string | null; schema: string | null; templateParams: string | null }

const showsOnce = { staleTime: Infinity, gcTime: 0, retry: false } as const

/** How the engine runs a statement: its steps with rows and time, and the cost where the engine estimates one. */
export const PlanDialog = ({ asked, hasEstimate, onClose }: { asked: Asked; hasEstimate: boolean; onClose: () => void }) => {
  const plan = useQuery({
    queryKey: [sqllabExplain.path, asked],
    queryFn: ({ signal }) => call(sqllabExplain, { body: asked }, { signal }),
    ...showsOnce,
  })
  const { templateParams, ...where } = asked
  const estimate = useQuery({
    queryKey: [sqllabEstimate.path, asked],
    queryFn: ({ signal }) => call(sqllabEstimate, { body: { ...where, template_params: parseParams(templateParams ?? '') } }, { signal }),
    enabled: hasEstimate,
    ...showsOnce,
  })
  return (
    <Dialog open width={840} title={t('Query plan')} onClose={onClose}>
      {estimate.data?.result.map((costs, i) => (
        <p key={i} className={css['estimate']}>
          {t('Estimated cost')}:{' '}
          {Object.entries(costs)
            .map(([name, cost]) => `${name} ${cost}`)
            .join(' · ')}
        </p>
      ))}
      {plan.error ? (
        <ErrorState title={t('The statement could not be explained')} text={errorText(plan.error)} onRetry={() => void plan.refetch()} />
      ) : plan.data ? (
        <Steps steps={plan.data.result} />
      ) : (
        <ProgressLine label={t('Loading')} />
      )}
    </Dialog>
  )
}

const timeText = (ms: number | null) =>
  ms === null ? '–' : t('%(ms)s ms', { ms: ms.toLocaleString(t.locale, { maximumFractionDigits: ms < 10 ? 2 : 0 }) })

const Steps = ({ steps }: { steps: readonly PlanStep[] }) => {
  const longest = Math.max(1e-9, ...steps.map(({ timeMs }) => timeMs ?? 0))
  return (
    <table className={css['steps']}>
      <thead>
        <tr>
          <th>{t('Step')}</th>
          <th className={css['figure']}>{t('Rows')}</th>
          <th className={css['figure']}>{t('Time')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ depth, name, detail, rows, timeMs }, i) => (
          <tr key={i}>
            <td>
              <span className={css['step']} style={{ paddingLeft: depth * 16 }}>
                <strong>{name}</strong>
                {detail && <span title={detail}>{detail}</span>}
              </span>
            </td>
            <td className={css['figure']}>{rows === null ? '–' : Math.round(rows).toLocaleString(t.locale)}</td>
            <td className={css['figure']}>
              <i className={css['share']} style={{ width: `${((timeMs ?? 0) / longest) * 48}px` }} aria-hidden />
              {timeText(timeMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
