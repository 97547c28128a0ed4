import { Download, LoaderCircle, RefreshCw, Square, TriangleAlert, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { asNumber } from '#core/query/read.ts'
import { useSession } from '../../../data/session.ts'
import { downloadData } from '../../../frame/picture/download.ts'
import { useElapsed } from '../../../frame/use-elapsed.ts'
import { dataTimeOf, warningOf } from '../../../frame/data/answer.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { secondsText } from '../../../frame/seconds.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { useExplore } from '../state/explore-context.ts'
import { nameChart } from '../state/name-chart.ts'
import { useRun } from '../state/run.ts'
import { agoText } from '../state/ago-text.ts'
import css from './Picture.module.css'

const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Downloads the rows of the picture with one click. */
const DownloadButton = () => {
  const { sentence, data } = useRun()
  const title = useExplore((state) => state.title)
  const dataset = useExplore((state) => state.dataset)
  const canDownload = useSession().hasPermission('can_csv', 'Superset')
  if (!canDownload) return null
  const download = () => void downloadData(data.queryContext, 'csv', { name: nameChart(title, sentence), dataset })
  return <IconButton dense label={t('Download CSV')} icon={<Download />} onClick={download} />
}

/** Describes the chart and its last run: rows, duration, cache state; while running, the elapsed time and Stop. */
export const SentenceRow = () => {
  const { sentence, form, data } = useRun()
  const now = useNow()
  const elapsed = useElapsed(data.startedAt)
  const { answer, status } = data
  const query = answer?.queries[0]
  const rows = answer?.queries.reduce((most, one) => Math.max(most, one.sqlRowcount ?? one.rowcount), 0) ?? 0
  const limit = asNumber(data.queryContext?.queries[0]?.row_limit)
  const isCut = limit !== undefined && limit > 0 && rows >= limit && !form['server_pagination']
  const limitText = isCut ? t('Limit reached: the query returns at most %(limit)s rows.', { limit: limit.toLocaleString(t.locale) }) : null
  const warning = (answer && warningOf(answer)) ?? limitText
  const dataOn = answer ? dataTimeOf(answer) : null
  const cached =
    query?.isCached && query.cachedAt
      ? Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(query.cachedAt) ? query.cachedAt : `${query.cachedAt}Z`)
      : null
  return (
    <div className={css['sentence']}>
      {status === 'loading' && <ProgressLine label={t('Running the query')} />}
      <span className={css['words']} data-sentence="">
        {sentence}
      </span>
      {status === 'loading' ? (
        <span className={css['facts']}>
          <LoaderCircle className={css['spin']} aria-hidden />
          <span className="tabular">{t('%(seconds)s s', { seconds: secondsText(elapsed) })}</span>
          <Button dense icon={<Square />} onClick={data.stop}>
            {t('Stop')}
          </Button>
        </span>
      ) : answer && status === 'done' ? (
        <span className={css['facts']}>
          {warning ? (
            <Tooltip text={warning}>
              <span className={css['cut']} tabIndex={0}>
                <TriangleAlert aria-hidden />
                {t.plural(rows, '%(count)s row', '%(count)s rows')}
              </span>
            </Tooltip>
          ) : (
            <span>{t.plural(rows, '%(count)s row', '%(count)s rows')}</span>
          )}
          <span className="tabular">
            {answer.durationMs < 95
              ? t('%(count)s ms', { count: answer.durationMs })
              : t('%(seconds)s s', { seconds: secondsText(answer.durationMs / 1000) })}
          </span>
          {dataOn !== null && <span>{t('Data of %s', [agoText(Date.parse(dataOn), now)])}</span>}
          {query?.isCached ? (
            <span className={css['cached']}>
              <Zap aria-hidden />
              {cached === null ? t('cached') : t('cached %(ago)s', { ago: agoText(cached, now) })}
            </span>
          ) : (
            <span>{now - answer.receivedAt < 60_000 ? t('fresh') : agoText(answer.receivedAt, now)}</span>
          )}
          <IconButton dense label={t('Refresh')} icon={<RefreshCw />} onClick={data.refresh} />
          <DownloadButton />
        </span>
      ) : status === 'failed' ? (
        <span className={css['facts']}>{t('failed')}</span>
      ) : null}
    </div>
  )
}
