import { usualTimeFormatter } from '#core/format/time.ts'
import { msg, t } from '#core/i18n/t.ts'
import type { QueryAnswer } from '../../../frame/data/answer.ts'
import { useExplanation } from '../data/explanation.ts'
import type { Explanation } from '#api/chart-answer.ts'
import { useRun } from '../state/run.ts'
import { secondsText } from '../../../frame/seconds.ts'
import css from './Drawer.module.css'
import { cacheText, filterText, isEffective, runText, stepsText } from './explained.ts'

const phases: Record<string, string> = {
  queue: msg('Waited for a free slot'),
  plan: msg('Planned'),
  connect: msg('Connected'),
  query: msg('Ran in the database'),
  transform: msg('Post-processed'),
  encode: msg('Encoded'),
  cache: msg('Read from the cache'),
}

/** Times of the server are shown in UTC. */
const serverTimeText = (text: string) => usualTimeFormatter('%Y-%m-%d %H:%M:%S', t.locale)(text)

const durationText = (value: number) =>
  value < 1 ? '<1 ms' : value < 1000 ? `${Math.round(value)} ms` : `${secondsText(value / 1000, 2)} s`

/** Explains the last run: timing, filters, ignored filters and cache state. */
export const Explain = () => {
  const { data } = useRun()
  const { answer, queryContext } = data
  const explanation = useExplanation(queryContext, answer?.receivedAt ?? null)
  if (!answer) return <p className={css['nothing']}>{t('Run the chart to see its timing.')}</p>
  const serverPhases = Object.entries(answer.timing).filter(([name]) => name in phases)
  const serverMs = serverPhases.reduce((sum, [, value]) => sum + value, 0)
  const rows: [string, number][] = [
    ...serverPhases.map(([name, value]): [string, number] => [t(phases[name] ?? name), value]),
    [t('Network and browser'), Math.max(0, answer.durationMs - serverMs)],
  ]
  const maxMs = Math.max(1, ...rows.map(([, value]) => value))
  return (
    <div className={css['explain']}>
      <section>
        <h3>{t('Where the %(time)s went', { time: durationText(answer.durationMs) })}</h3>
        <dl className={css['phases']}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <i style={{ width: `${(value / maxMs) * 100}%` }} />
              </dd>
              <span className="tabular">{durationText(value)}</span>
            </div>
          ))}
        </dl>
      </section>
      {answer.queries.map((query, i) => (
        <QueryFacts
          key={i}
          query={query}
          explanation={explanation.data?.[i] ?? null}
          title={answer.queries.length > 1 ? t('Query %(number)s', { number: i + 1 }) : t('The query')}
        />
      ))}
    </div>
  )
}

const dateText = (epoch: number | null) =>
  epoch === null ? '…' : new Date(epoch).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')

const reasons: Record<string, string> = {
  not_in_datasource: msg('no such column'),
  no_temporal_column: msg('the dataset has no time column'),
}

/** Facts of the explanation; none while it is loading. */
const explainedFacts = (explanation: Explanation | null): [string, string[]][] => {
  if (!explanation) return []
  const { filters, steps, cache, last_run: run } = explanation
  return [
    [t('Filters'), filters.filter(isEffective).map(filterText)],
    [t('Steps'), stepsText(steps)],
    [t('Cache'), [cacheText(cache)]],
    [t('Last run'), run ? runText(run) : []],
  ]
}

type FactsProps = { query: QueryAnswer; explanation: Explanation | null; title: string }

const QueryFacts = ({ query, explanation, title }: FactsProps) => {
  const facts: [string, string][] = [
    [t('Rows from the database'), query.sqlRowcount === null ? '–' : query.sqlRowcount.toLocaleString(t.locale)],
    [t('Rows after post-processing'), query.rowcount.toLocaleString(t.locale)],
    [
      t('Answer'),
      query.isCached
        ? t('from the cache, stored %(time)s', { time: query.cachedAt ? serverTimeText(`${query.cachedAt.slice(0, 19)}Z`) : '' })
        : t('fresh from the database'),
    ],
  ]
  if (query.from !== null || query.to !== null) facts.push([t('Time range'), `${dateText(query.from)} ≤ t < ${dateText(query.to)}`])
  facts.push(
    ...explainedFacts(explanation).flatMap(([name, lines]): [string, string][] => (lines.length ? [[name, lines.join('; ')]] : [])),
  )
  if (!explanation && query.appliedFilters.length > 0)
    facts.push([t('Filtered by'), query.appliedFilters.map(({ column }) => column).join(', ')])
  if (query.rejectedFilters.length > 0)
    facts.push([
      t('Ignored filters'),
      query.rejectedFilters.map(({ column, reason }) => `${column} (${t(reasons[reason] ?? reason)})`).join(', '),
    ])
  return (
    <section>
      <h3>{title}</h3>
      <dl className={css['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
