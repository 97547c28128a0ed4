import type { DatasetFacts } from '#charts/control.ts'
import { msg, t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { dataKind, sqlName } from '../field/kind.ts'
import type { SqlField } from './SqlEditor.tsx'

const kindWords = { time: msg('time'), number: msg('number'), text: msg('text'), boolean: msg('true or false') } as const

/** The metrics of the dataset for the completion, which writes their expressions. */
export const metricFields = (dataset: Pick<DatasetFacts, 'metrics'> | null): SqlField[] =>
  (dataset?.metrics ?? []).map((metric) => ({ name: metric.metric_name, insert: metric.expression, note: t('metric'), kind: 'function' }))

/** The dataset's columns for the completion, with what is known about them. */
export const sqlFields = (
  dataset: Pick<DatasetFacts, 'columns'> | null,
  hints: Record<string, string>,
  backend: string | null,
): SqlField[] =>
  (dataset?.columns ?? []).map((column) => {
    const kind = dataKind(column)
    const hint = ownValue(hints, column.column_name)
    return {
      name: column.column_name,
      insert: sqlName(column.column_name, backend),
      note: hint ? `${t(kindWords[kind])}, ${hint}` : t(kindWords[kind]),
      kind,
    }
  })
