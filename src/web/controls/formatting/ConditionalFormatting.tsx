import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { FormatRule } from '#charts/control.ts'
import { ruleColor, ruleTints } from '#core/color/rule-tints.ts'
import { t } from '#core/i18n/t.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { useTheme } from '../../theme/theme.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { dataKind } from '../field/kind.ts'
import { ruleWords, settledRule } from './rule.ts'
import { ruleEditor, editorPopover } from '../editors.ts'
import { Pill } from '../pills/Pill.tsx'
import pillCss from '../pills/Pills.module.css'

/** Labels of what the chart shows that holds numbers. */
export const numericLabels = (
  form: FormData,
  columns: { column_name: string; is_dttm: boolean; type?: string | null; type_generic?: number | null }[],
): string[] => {
  const numeric = new Set(columns.filter((column) => dataKind(column) === 'number').map((column) => column.column_name))
  const metrics = [...asList<QueryMetric>(form['metrics']), ...asList<QueryMetric>(form['metric'])].map(metricLabel)
  const percent = asList<QueryMetric>(form['percent_metrics']).map((metric) => `%${metricLabel(metric)}`)
  const plain = [...asList<QueryColumn>(form['all_columns']), ...asList<QueryColumn>(form['groupby'])]
    .map(columnLabel)
    .filter((name) => numeric.has(name))
  return [...new Set([...metrics, ...percent, ...plain])]
}

/** Rules that tint cells by their value. One whose column is no longer shown is dropped with the next change. */
export const ConditionalFormatting = ({ control, value, onChange, state }: ControlProps<'conditional-formatting'>) => {
  const theme = useTheme((held) => held.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [editing, setEditing] = useState<{ index: number; before: FormatRule[] } | null>(null)
  const isReady = ruleEditor.useReady(editing !== null)
  const offered = numericLabels(state.form, state.dataset?.columns ?? [])
  const rules = asList<FormatRule>(value).filter((rule) => !rule.column || offered.length === 0 || offered.includes(rule.column))
  const put = (index: number, rule: FormatRule) =>
    onChange(index < rules.length ? rules.with(index, settledRule(rule)) : [...rules, settledRule(rule)])
  const add = () => setEditing({ index: rules.length, before: rules })
  return (
    <BlockField control={control} action={<IconButton dense label={t('Add a rule')} icon={<Plus />} onClick={add} />}>
      {() => (
        <div ref={setAnchor} className={pillCss['list']}>
          {rules.length === 0 && (
            <button type="button" className={pillCss['empty']} onClick={add}>
              {t('Tint cells by their value')}
            </button>
          )}
          {rules.map((rule, i) => (
            <Pill
              key={`${i} ${ruleWords(rule)}`}
              icon={<span className={css['swatch']} style={{ background: ruleColor(rule.colorScheme, theme) }} />}
              name={ruleWords(rule)}
              open={editing?.index === i}
              onOpen={() => setEditing({ index: i, before: rules })}
              onRemove={() => onChange(rules.toSpliced(i, 1))}
            />
          ))}
          {editing && isReady && (
            <editorPopover.Part
              anchor={anchor}
              label={t('Conditional formatting')}
              height={control.looks ? 400 : 260}
              width={360}
              onDone={() => setEditing(null)}
              onCancel={() => {
                onChange(editing.before)
                setEditing(null)
              }}
            >
              <ruleEditor.Part
                rule={
                  rules[editing.index] ?? {
                    colorScheme: ruleTints.green,
                    operator: '>',
                    ...(offered[0] !== undefined && { column: offered[0] }),
                  }
                }
                columns={offered}
                looks={control.looks ?? []}
                onRule={(rule) => put(editing.index, rule)}
                onDone={() => setEditing(null)}
              />
            </editorPopover.Part>
          )}
        </div>
      )}
    </BlockField>
  )
}
