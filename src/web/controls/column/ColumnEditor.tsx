import { useEffect, useEffectEvent, useState } from 'react'
import type { ColumnKind, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import { Tabs } from '../../ui/choice/Tabs.tsx'
import { useSurface } from '../control-props.ts'
import { FieldChoice, noColumnsText, offeredColumns } from '../field/FieldChoice.tsx'
import { NothingFound } from '../field/NothingFound.tsx'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { LazySqlEditor } from '../sql/LazySqlEditor.tsx'
import { sqlFields } from '../sql/sql-fields.ts'
import { useVerdict } from '../sql/use-verdict.ts'
import metricCss from '../metric/Metric.module.css'
import css from './Column.module.css'
import { defaultColumnLabel, openColumn, sameColumn, toColumn, withColumnTab } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'

type Props = {
  value: QueryColumn | null
  dataset: DatasetFacts | null
  wanted: ColumnKind | undefined
  onColumn: (column: QueryColumn) => void
  onDone: () => void
  onCancel: () => void
}

/** The words for an empty list. */
const missing = (isSaved: boolean, wanted: ColumnKind | undefined) => {
  const isTemporal = wanted === 'temporal'
  const title = isSaved && !isTemporal ? t('No saved expressions found') : noColumnsText(wanted)
  if (!isSaved) {
    const hint = isTemporal ? t('Mark a column as temporal in the “Edit datasource” dialog.') : ''
    return { title, hint, purpose: isTemporal ? t('to mark a column as a time column') : '' }
  }
  return {
    title,
    hint: isTemporal
      ? t('Add calculated temporal columns to the dataset in the “Edit datasource” dialog.')
      : t('Add calculated columns to the dataset in the “Edit datasource” dialog.'),
    purpose: isTemporal ? t('to mark a column as a time column') : t('to add calculated columns'),
  }
}

export const ColumnEditor = ({ value, dataset, wanted, onColumn, onDone, onCancel }: Props) => {
  const { backend, hints } = useSurface()
  const [draft, setDraft] = useState<ColumnDraft>(() => openColumn(value, dataset))
  const [before] = useState(value)
  const offered = offeredColumns(dataset, wanted, 'group')
  const listed = offered.filter((column) => Boolean(column.expression) === (draft.tab === 'saved'))
  const verdict = useVerdict(draft.tab === 'sql' ? draft.sql : '', 'column', dataset)
  const send = (next: ColumnDraft) => {
    const column = toColumn(next)
    if (column === null || sameColumn(column, value)) return
    onColumn(column)
  }
  const change = (next: ColumnDraft) => {
    setDraft(next)
    if (next.tab !== 'sql' || (verdict.isReady && next.sql === draft.sql)) send(next)
  }
  const sendReady = useEffectEvent((sql: string) => send({ ...draft, sql }))
  const readySql = draft.tab === 'sql' && verdict.isReady ? draft.sql : null
  useEffect(() => {
    if (readySql !== null) sendReady(readySql)
  }, [readySql])
  const edited = toColumn(draft)
  const canSave = edited !== null && !sameColumn(edited, before) && !verdict.isRefused
  const title = draft.tab === 'sql' ? (draft.label ?? defaultColumnLabel()) : (draft.name ?? t('Choose a column'))
  return (
    <>
      <header className={metricCss['head']}>
        <EditableTitle
          key={title}
          size="body"
          label={t('Label of the column')}
          hint={t('Click to edit label')}
          value={title}
          onChange={draft.tab === 'sql' ? (label) => change({ ...draft, label }) : undefined}
        />
      </header>
      <div className={css['tabs']}>
        <Tabs
          label={t('Kind of column')}
          tabs={[
            { key: 'saved', label: t('Saved') },
            { key: 'simple', label: t('Simple') },
            { key: 'sql', label: t('Custom SQL') },
          ]}
          value={draft.tab}
          onChange={(tab) => change(withColumnTab(draft, tab, { dataset, backend }))}
        />
      </div>
      <div className={metricCss['body']} data-grows>
        {draft.tab === 'sql' ? (
          <>
            <LazySqlEditor
              backend={backend}
              faults={verdict.faults}
              value={draft.sql}
              onChange={(sql) => change({ ...draft, sql })}
              fields={sqlFields(dataset, hints, backend)}
              label={t('SQL of the column')}
              height={200}
              onRun={() => canSave && onDone()}
            />
            <div className={metricCss['state']}>
              <span className={verdict.isRefused ? metricCss['bad'] : ''}>{verdict.text}</span>
            </div>
          </>
        ) : listed.length === 0 ? (
          <NothingFound {...missing(draft.tab === 'saved', wanted)} />
        ) : (
          <div className={metricCss['pick']} data-grows>
            <FieldChoice
              columns={listed}
              chosen={draft.name}
              onChoose={(column) => change({ ...draft, name: column.column_name })}
              label={t('Column')}
            />
          </div>
        )}
      </div>
      <EditorFoot onClose={onCancel} onSave={onDone} canSave={canSave} />
    </>
  )
}
