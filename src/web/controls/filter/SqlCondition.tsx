import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { useEffect, useEffectEvent } from 'react'
import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { useSurface } from '../control-props.ts'
import { LazySqlEditor } from '../sql/LazySqlEditor.tsx'
import { metricFields, sqlFields } from '../sql/sql-fields.ts'
import { useVerdict } from '../sql/use-verdict.ts'
import css from './Filter.module.css'
import { EditorFoot } from '../pills/EditorFoot.tsx'

type Props = {
  filter: AdhocFilter
  dataset: DatasetFacts | null
  /** Every change, finished or not. */
  onDraft: (filter: AdhocFilter) => void
  /** What the database takes. */
  onReady: (filter: AdhocFilter) => void
  foot: ComponentProps<typeof EditorFoot>
}

type Clause = 'WHERE' | 'HAVING'

/** A condition in SQL, before or after the grouping. */
export const SqlCondition = ({ filter, dataset, onDraft, onReady, foot }: Props) => {
  const { hints, backend } = useSurface()
  const clause: Clause = filter.clause === 'HAVING' ? 'HAVING' : 'WHERE'
  const sql = filter.sqlExpression ?? ''
  const verdict = useVerdict(sql, clause === 'HAVING' ? 'having' : 'where', dataset)
  const send = useEffectEvent((sqlExpression: string, where: Clause) => onReady({ ...filter, sqlExpression, clause: where }))
  const readySql = verdict.isReady ? sql : null
  useEffect(() => {
    if (readySql !== null) send(readySql, clause)
  }, [readySql, clause])
  const canSave = foot.canSave && !verdict.isRefused
  return (
    <>
      <div className={css['sql']} data-grows>
        <div className={css['clause']}>
          <Segmented
            dense
            label={t('Clause')}
            options={[
              { key: 'WHERE', label: 'WHERE' },
              { key: 'HAVING', label: 'HAVING' },
            ]}
            value={clause}
            onChange={(next) => onDraft({ ...filter, clause: next })}
          />
          {clause === 'HAVING' ? t('filters the grouped result') : t('filters rows before they are grouped')}
        </div>
        <LazySqlEditor
          backend={backend}
          faults={verdict.faults}
          value={sql}
          onChange={(sqlExpression) => onDraft({ ...filter, sqlExpression })}
          fields={[...sqlFields(dataset, hints, backend), ...(clause === 'HAVING' ? metricFields(dataset) : [])]}
          label={t('SQL of the filter')}
          height={160}
          onRun={() => canSave && foot.onSave()}
        />
        <span className={cx(css['state'], verdict.isRefused && css['bad'])}>{verdict.text}</span>
      </div>
      <EditorFoot {...foot} canSave={canSave} />
    </>
  )
}
