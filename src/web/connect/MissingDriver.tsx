import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { databaseAvailable, databaseDriverInstall } from '#api/database.ts'
import type { Job } from '#api/job.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { errorText } from '../data/call-error.ts'
import type { EngineChoice } from '../data/engines.ts'
import { followJob } from '../data/jobs.ts'
import { routeQuery } from '../data/resources.ts'
import { Button } from '../ui/button/Button.tsx'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import css from './MissingDriver.module.css'

type Props = { engine: string; driver: NonNullable<EngineChoice['missingDriver']> }

/** Installs the driver of an engine on the server; the engines are read again when it is there. */
export const MissingDriver = ({ engine, driver }: Props) => {
  const client = useQueryClient()
  const [job, setJob] = useState<{ id: string; now: Job | null } | null>(null)
  const [failure, setFailure] = useState<string>()
  const id = job?.id

  useEffect(() => {
    if (id === undefined) return
    return followJob(id, (now) => {
      if (now.state === 'done') void client.invalidateQueries({ queryKey: routeQuery(databaseAvailable).queryKey })
      if (now.state !== 'failed' && now.state !== 'cancelled') return setJob({ id, now })
      setFailure(now.message ?? t('The driver could not be installed.'))
      setJob(null)
    }).stop
  }, [id, client])

  const install = async () => {
    setFailure(undefined)
    try {
      setJob({ id: (await call(databaseDriverInstall, { params: { engine } })).job_id, now: null })
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  const share = job?.now?.progress
  return (
    <div className={css['box']}>
      {job && <ProgressLine label={t('Installing the driver')} {...(typeof share === 'number' && { share })} />}
      <p className={css['text']}>
        {t('This engine needs the driver %(name)s %(version)s, which takes %(size)s MB on the server.', {
          name: driver.name,
          version: driver.version,
          size: driver.size_mb,
        })}
      </p>
      {failure !== undefined && (
        <p className={css['failure']} role="alert">
          {failure}
        </p>
      )}
      <div className={css['act']}>
        <Button icon={<Download />} busy={job !== null} onClick={() => void install()}>
          {t('Install the driver')}
        </Button>
        <span className={css['now']} role="status">
          {job && (job.now?.message ?? t('Starting'))}
        </span>
      </div>
    </div>
  )
}
