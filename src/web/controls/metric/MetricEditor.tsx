import { Sigma } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import { numberFormats } from '#core/format/choices.ts'
import { msg, t } from '#core/i18n/t.ts'
import { aggregates } from '#core/query/query-object.ts'
import type { Aggregate, QueryMetric } from '#core/query/query-object.ts'
import { errorText } from '../../data/call-error.ts'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { chooseByArrow } from '../../ui/choice/roving.ts'
import { Tabs } from '../../ui/choice/Tabs.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { FormatSample } from '../formatting/FormatSample.tsx'
import { ChoiceList } from '../choice/ChoiceList.tsx'
import { useSurface } from '../control-props.ts'
import { FieldChoice } from '../field/FieldChoice.tsx'
import { NoteMarks } from '../../ui/marks/NoteMarks.tsx'
import { dataKind, metricName } from '../field/kind.ts'
import { NothingFound } from '../field/NothingFound.tsx'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { LazySqlEditor } from '../sql/LazySqlEditor.tsx'
import { metricFields, sqlFields } from '../sql/sql-fields.ts'
import { useVerdict } from '../sql/use-verdict.ts'
import css from './Metric.module.css'
import {
  draftSql,
  draftTitle,
  openMetric,
  sameMetric,
  proposedAggregate,
  toMetric,
  withAggregate,
  withColumn,
  withSaved,
  withSql,
  withTab,
} from './metric-draft.ts'
import type { MetricDraft, MetricTab } from './metric-draft.ts'

type Props = {
  value: QueryMetric | null
  dataset: DatasetFacts | null
  /** Every finished change runs at once. */
  onMetric: (metric: QueryMetric) => void
  onDone: () => void
  onCancel: () => void
}

const aggregateWords: Record<Aggregate, string> = {
  AVG: msg('Average'),
  COUNT: msg('Count'),
  COUNT_DISTINCT: msg('Count of different values'),
  MAX: msg('Highest'),
  MIN: msg('Lowest'),
  SUM: msg('Sum'),
}

const started: Record<MetricTab, string> = {
  saved: msg('Started from Saved: %(text)s'),
  simple: msg('Started from Simple: %(text)s'),
  sql: msg('Started from Custom SQL: %(text)s'),
}

type KeepIn = 'chart' | 'dataset'

const keepChoices: { value: KeepIn; label: string }[] = [
  { value: 'chart', label: msg('In this chart') },
  { value: 'dataset', label: msg('In the dataset, for all charts') },
]

export const MetricEditor = ({ value, dataset, onMetric, onDone, onCancel }: Props) => {
  const { backend, hints, hasSavedMetricsOnly, saveMetric } = useSurface()
  const [draft, setDraft] = useState<MetricDraft>(() => openMetric(value, dataset, hasSavedMetricsOnly))
  const [before] = useState(value)
  const [keepIn, setKeepIn] = useState<KeepIn>('chart')
  const [isSaving, setSaving] = useState(false)
  const verdict = useVerdict(draft.tab === 'sql' ? draft.sql : '', 'metric', dataset)
  const send = (next: MetricDraft) => {
    const metric = toMetric(next)
    if (!metric || sameMetric(metric, value)) return
    onMetric(metric)
  }
  const change = (next: MetricDraft) => {
    setDraft(next)
    if (next.tab !== 'sql' || (verdict.isReady && next.sql === draft.sql)) send(next)
  }
  const sendReady = useEffectEvent((sql: string) => send({ ...draft, sql }))
  const readySql = draft.tab === 'sql' && verdict.isReady ? draft.sql : null
  useEffect(() => {
    if (readySql !== null) sendReady(readySql)
  }, [readySql])
  const refused = (words: string) => (hasSavedMetricsOnly ? words : null)
  const tab = (key: MetricTab, word: string, reason: string | null) => ({
    key,
    disabled: reason !== null,
    label: reason ? (
      <Tooltip text={reason}>
        <span>{word}</span>
      </Tooltip>
    ) : (
      word
    ),
  })
  const edited = toMetric(draft)
  const isChanged = !sameMetric(edited, before) || (draft.tab !== 'saved' && keepIn === 'dataset')
  const canSave = edited !== null && isChanged && !verdict.isRefused
  const finish = async () => {
    if (draft.tab === 'saved' || keepIn === 'chart' || !saveMetric) return onDone()
    setSaving(true)
    try {
      const name = draftTitle(draft, dataset)
      await saveMetric({ metric_name: name, expression: draftSql(draft, backend), d3format: draft.format })
      onMetric(name)
      say(t('“%(name)s” is now a metric of the dataset', { name }), { kind: 'good' })
      onDone()
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
      setSaving(false)
    }
  }
  return (
    <>
      <header className={css['head']}>
        <EditableTitle
          key={draftTitle(draft, dataset)}
          size="body"
          label={t('Label of the metric')}
          hint={t('Click to edit label')}
          value={draftTitle(draft, dataset)}
          placeholder={t('My metric')}
          onChange={draft.tab === 'saved' ? undefined : (name) => change({ ...draft, name: name.trim() === '' ? null : name })}
        />
      </header>
      <div className={css['tabs']}>
        <Tabs
          label={t('Kind of metric')}
          tabs={[
            tab('saved', t('Saved'), null),
            tab('simple', t('Simple'), refused(t('Simple ad-hoc metrics are not enabled for this dataset'))),
            tab('sql', t('Custom SQL'), refused(t('Custom SQL ad-hoc metrics are not enabled for this dataset'))),
          ]}
          value={draft.tab}
          onChange={(next) => change(withTab(draft, next, { dataset, backend }))}
        />
        {draft.startedFrom && <span className={css['started']}>{t(started[draft.startedFrom.tab], { text: draft.startedFrom.text })}</span>}
      </div>
      <div className={css['body']} data-grows>
        {draft.tab === 'saved' && <SavedMetrics draft={draft} dataset={dataset} onDraft={change} />}
        {draft.tab === 'simple' && <SimpleMetric draft={draft} dataset={dataset} onDraft={change} />}
        {draft.tab === 'sql' && (
          <>
            <LazySqlEditor
              backend={backend}
              faults={verdict.faults}
              value={draft.sql}
              onChange={(sql) => change(withSql(draft, sql))}
              fields={[...sqlFields(dataset, hints, backend), ...metricFields(dataset)]}
              label={t('SQL of the metric')}
              placeholder={t('SUM(…)')}
              height={256}
              onRun={() => canSave && void finish()}
            />
            <div className={css['state']}>
              <span className={verdict.isRefused ? css['bad'] : ''}>{verdict.text}</span>
              {!verdict.isReady && value !== null && <span className={css['quiet']}>{t('Picture shows the last valid metric')}</span>}
            </div>
          </>
        )}
      </div>
      {draft.tab !== 'saved' && (
        <div className={css['options']}>
          <div className={css['option']}>
            <span className={css['optionLabel']}>{t('Format')}</span>
            <ChoiceButton
              freeForm
              clearable
              choices={numberFormats}
              value={draft.format}
              onChange={(format) => change({ ...draft, format: format === null ? null : String(format) })}
              label={t('Format')}
              placeholder={t('As the chart says')}
            />
            {draft.format && <FormatSample kind="number" format={draft.format} />}
          </div>
          {saveMetric && (
            <div className={css['option']}>
              <span className={css['optionLabel']}>{t('Keep it')}</span>
              <ChoiceButton choices={keepChoices} value={keepIn} onChange={(next) => setKeepIn(next as KeepIn)} label={t('Keep it')} />
            </div>
          )}
        </div>
      )}
      <EditorFoot
        note={draft.tab === 'sql' && t('%(keys)s save', { keys: keyText('⌘↵') })}
        onClose={onCancel}
        onSave={() => void finish()}
        canSave={canSave}
        isSaving={isSaving}
      />
    </>
  )
}

type TabProps = { draft: MetricDraft; dataset: DatasetFacts | null; onDraft: (draft: MetricDraft) => void }

const SavedMetrics = ({ draft, dataset, onDraft }: TabProps) => {
  const metrics = dataset?.metrics ?? []
  if (metrics.length === 0)
    return (
      <NothingFound
        title={t('No saved metrics found')}
        hint={t('Add metrics to the dataset in the “Edit datasource” dialog.')}
        purpose={t('to add metrics')}
      />
    )
  const byName = new Map(metrics.map((metric) => [metric.metric_name, metric]))
  return (
    <div className={css['pick']} data-grows>
      <ChoiceList
        choices={metrics.map((metric) => ({ value: metric.metric_name, label: metricName(metric) }))}
        label={t('Saved metrics')}
        isChosen={(name) => name === draft.saved}
        onChoose={(name) => onDraft(withSaved(draft, String(name)))}
        renderIcon={() => <Sigma aria-hidden />}
        renderNote={({ value }) => (
          <>
            <NoteMarks of={byName.get(String(value))} />
            <code className={css['code']}>{byName.get(String(value))?.expression}</code>
          </>
        )}
      />
    </div>
  )
}

const SimpleMetric = ({ draft, dataset, onDraft }: TabProps) => (
  <div className={css['simple']} data-grows>
    <div className={css['pick']}>
      <FieldChoice
        columns={dataset?.columns ?? []}
        chosen={draft.column?.column_name ?? null}
        onChoose={(column) => onDraft(withColumn(draft, { ...column }, proposedAggregate(dataKind(column))))}
        label={t('Column')}
      />
    </div>
    <div className={css['aggregates']} role="radiogroup" aria-label={t('Aggregate')} onKeyDown={chooseByArrow}>
      {aggregates.map((aggregate) => (
        <button
          key={aggregate}
          type="button"
          role="radio"
          aria-checked={draft.aggregate === aggregate}
          tabIndex={aggregate === (draft.aggregate ?? aggregates[0]) ? 0 : -1}
          className={css['aggregate']}
          onClick={() => onDraft(withAggregate(draft, aggregate))}
        >
          <span>{t(aggregateWords[aggregate])}</span>
          <code className={css['code']}>{aggregate}</code>
        </button>
      ))}
    </div>
  </div>
)
