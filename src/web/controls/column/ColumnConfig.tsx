import { useState } from 'react'
import { readColumnStyles } from '#charts/shared/form/column-styles.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { Button } from '../../ui/button/Button.tsx'
import { columnStyleEditor, editorPopover } from '../editors.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { dataKind } from '../field/kind.ts'
import type { DataKind } from '../field/kind.ts'
import { MetricMaxima } from './MetricMaxima.tsx'
import { Pill } from '../pills/Pill.tsx'
import pillCss from '../pills/Pills.module.css'

type Shown = { name: string; kind: DataKind }

/** Columns that the chart will show, by the names they will have. */
const shownColumns = (form: FormData, dataset: ControlProps['state']['dataset']): Shown[] => {
  const kindOf = (name: string): DataKind => {
    const column = dataset?.columns.find((candidate) => candidate.column_name === name)
    return column ? dataKind(column) : 'text'
  }
  const isRaw = form['query_mode'] === 'raw'
  const columns = asList<QueryColumn>(isRaw ? form['all_columns'] : form['groupby']).map(columnLabel)
  const metrics = isRaw
    ? []
    : [
        ...asList<QueryMetric>(form['metrics']).map(metricLabel),
        ...asList<QueryMetric>(form['percent_metrics']).map((metric) => `%${metricLabel(metric)}`),
      ]
  return [...columns.map((name) => ({ name, kind: kindOf(name) })), ...metrics.map((name): Shown => ({ name, kind: 'number' }))]
}

const most = 12
const first = 10

export const ColumnConfig = (props: ControlProps<'column-config'>) =>
  props.control.sets === 'maximum' ? <MetricMaxima {...props} /> : <ColumnLooks {...props} />

/** How each column of a table looks. Long lists show ten first. */
const ColumnLooks = ({ control, value, onChange, state }: ControlProps<'column-config'>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [editing, setEditing] = useState<Shown | null>(null)
  const isReady = columnStyleEditor.useReady(editing !== null)
  const [before, setBefore] = useState<unknown>(null)
  const [all, setAll] = useState(false)
  const styles = readColumnStyles(value)
  const columns = shownColumns(state.form, state.dataset)
  const shown = all || columns.length <= most ? columns : columns.slice(0, first)
  return (
    <BlockField control={control}>
      {() => (
        <div ref={setAnchor} className={pillCss['list']}>
          {columns.length === 0 && <span className={pillCss['note']}>{t('The columns will stand here once there is data to show.')}</span>}
          {shown.map((column) => (
            <Pill
              key={column.name}
              icon={<FieldIcon kind={column.kind} />}
              name={column.name}
              note={Object.keys(ownValue(styles, column.name) ?? {}).length > 0 ? t('customized') : ''}
              open={editing?.name === column.name}
              onOpen={() => {
                setBefore(value)
                setEditing(column)
              }}
            />
          ))}
          {columns.length > most && (
            <Button kind="link" onClick={() => setAll(!all)}>
              {all ? t('Show less columns') : t('Show all columns')}
            </Button>
          )}
          {editing && isReady && (
            <editorPopover.Part
              anchor={anchor}
              label={editing.name}
              height={320}
              width={400}
              onDone={() => setEditing(null)}
              onCancel={() => {
                onChange(before)
                setEditing(null)
              }}
            >
              <columnStyleEditor.Part
                name={editing.name}
                kind={editing.kind}
                value={ownValue(styles, editing.name) ?? {}}
                onChange={(style) => onChange({ ...styles, [editing.name]: style })}
                onDone={() => setEditing(null)}
              />
            </editorPopover.Part>
          )}
        </div>
      )}
    </BlockField>
  )
}
