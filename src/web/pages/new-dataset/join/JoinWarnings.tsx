import { useQueries } from '@tanstack/react-query'
import { joinKeyCounts, type KeyCounts } from '#api/dataset-join.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import css from './Join.module.css'
import { isKnownUnique, type JoinedTable, type JoinPlan } from './join.ts'

const count = (value: number) => value.toLocaleString(t.locale)

const repeatingText = (table: string, { keys, repeated, most }: KeyCounts) =>
  t(
    'Up to %(most)s rows of %(table)s match one row: %(repeated)s of %(keys)s keys repeat there. The rows of the other tables repeat as often, and their sums count them more than once.',
    { table, most: count(most), repeated: count(repeated), keys: count(keys) },
  )

const unknownText = (table: string) =>
  t(
    'Rows may repeat: the keys of %(table)s could not be counted, and the database does not say that they are unique. Sums of other tables then count rows more than once.',
    { table },
  )

/** The joined tables whose keys may not be unique, with their keys. */
const questionable = ({ tables, joins }: JoinPlan): { table: JoinedTable; columns: string[] }[] =>
  tables.slice(1).flatMap((table, i) => {
    const keys = joins[i]?.keys ?? []
    return keys.length === 0 || isKnownUnique(table, keys)
      ? []
      : [{ table, columns: [...new Set(keys.map(({ right }) => right))].toSorted() }]
  })

/** Which joins repeat rows, as the database counts its keys. */
export const JoinWarnings = ({ database, plan }: { database: number; plan: JoinPlan }) => {
  const asked = questionable(plan)
  const counted = useQueries({
    queries: asked.map(({ table: { schema, table }, columns }) => {
      const body = { database_id: database, schema, table_name: table, columns }
      return {
        queryKey: [joinKeyCounts.path, body],
        retry: false,
        staleTime: 300_000,
        queryFn: ({ signal }: { signal: AbortSignal }) => call(joinKeyCounts, { body }, { signal }),
      }
    }),
  })
  return asked.map(({ table: { alias } }, i) => {
    const { data, isError } = counted[i] ?? {}
    if (isError)
      return (
        <p key={alias} className={css['warning']}>
          {unknownText(alias)}
        </p>
      )
    if (!data) return <p key={alias}>{t('The keys of %(table)s are being counted…', { table: alias })}</p>
    return data.result.most > 1 ? (
      <p key={alias} className={css['warning']}>
        {repeatingText(alias, data.result)}
      </p>
    ) : (
      <p key={alias}>{t('No row repeats: every key of %(table)s is there once.', { table: alias })}</p>
    )
  })
}
