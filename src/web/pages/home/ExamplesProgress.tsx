import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobsRoute, type Job } from '#api/job.ts'
import { t } from '#core/i18n/t.ts'
import { followJob, isFinished } from '../../data/jobs.ts'
import { routeQuery, markChanged } from '../../data/resources.ts'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import css from './ExamplesProgress.module.css'

/** Progress of loading the example data on first start. Each dashboard appears as soon as it is complete. */
export const ExamplesProgress = () => {
  const client = useQueryClient()
  const { data: job } = useQuery({
    ...routeQuery(jobsRoute, { query: { kind: 'examples' } }),
    staleTime: 0,
    select: ({ result }) => result[0] ?? null,
  })
  const [latest, setLatest] = useState<Job | null>(null)
  const id = job && !isFinished(job) ? job.id : null

  useEffect(() => {
    if (id === null) return
    let lastMessage = ''
    return followJob(id, (next) => {
      setLatest(next)
      if (next.message !== lastMessage || isFinished(next)) void markChanged(client, { kind: 'dashboard' })
      lastMessage = next.message ?? ''
    }).stop
  }, [id, client])

  const shown = latest ?? job
  if (!shown || isFinished(shown)) return null
  return (
    <div className={css['box']} role="status">
      <ProgressLine label={t('Loading the examples')} {...(shown.progress !== null && { share: shown.progress })} />
      <span className={css['what']}>{t('Loading the examples')}</span>
      <span className={css['now']}>{shown.message}</span>
    </div>
  )
}
