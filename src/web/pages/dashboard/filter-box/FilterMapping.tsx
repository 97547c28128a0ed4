import { useState } from 'react'
import { fieldOf, immuneCharts, readBoxScope, writeBoxScopes, type BoxField } from '#core/filters/legacy/box-scopes.ts'
import { chartOfFilterKey } from '#core/filters/legacy/filter-key.ts'
import type { Scope } from '#core/filters/scope/scope.ts'
import { t } from '#core/i18n/t.ts'
import { ScopeSheet } from '../filters/scope/ScopeSheet.tsx'
import css from '../filters/scope/ScopeSheet.module.css'
import { ScopeTree } from '../filters/scope/ScopeTree.tsx'
import { untitled } from '../data/record.ts'
import { useDashboard, useProperties } from '../state/dashboard-context.ts'
import { boxFiltersOf } from '../state/derived.ts'
import { nameOf } from '../state/draft.ts'
import { isFilterBox } from './has-filter-boxes.ts'

type Mapped = BoxField & { key: string; name: string; scope: Scope; immune: readonly number[] }

/** Which charts the fields of filter boxes filter. */
export const FilterMapping = ({ onClose }: { onClose: () => void }) => {
  const layout = useDashboard(({ history }) => history.present.layout)
  const charts = useDashboard((state) => state.charts)
  const filters = useDashboard(boxFiltersOf)
  const { dashboard_title, metadata } = useProperties()
  /** By the key of the field. */
  const [changed, setChanged] = useState<Readonly<Record<string, Scope>>>({})
  const fields = filters.map((filter): Mapped => {
    const field = { chartId: chartOfFilterKey(filter.id), field: fieldOf(filter) }
    const scope = changed[filter.id] ?? readBoxScope(metadata, field)
    return { ...field, key: filter.id, name: filter.name, scope, immune: immuneCharts(metadata, field.field) }
  })
  const components = Object.values(layout)
  const isBox = (chartId: number | undefined) => isFilterBox(charts[chartId ?? -1])
  const boxes = components
    .filter(({ meta }) => isBox(meta.chartId))
    .map(({ id, meta }) => ({ id, name: nameOf(layout, id), fields: fields.filter(({ chartId }) => chartId === meta.chartId) }))
  /** A filter applies to charts, not to boxes. */
  const withoutBoxes = Object.fromEntries(components.filter(({ meta }) => !isBox(meta.chartId)).map((one) => [one.id, one]))
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = fields.find(({ key }) => key === chosen) ?? boxes.find((box) => box.fields.length > 0)?.fields[0]

  const change = ({ key, immune, ...field }: Mapped, { rootPath, excluded }: Scope) => {
    const before = readBoxScope(metadata, field)
    const next = { rootPath, excluded: excluded.filter((id) => !immune.includes(id) || before.excluded.includes(id)) }
    const { [key]: _old, ...others } = changed
    setChanged(JSON.stringify(next) === JSON.stringify(before) ? others : { ...others, [key]: next })
  }
  return (
    <ScopeSheet
      title={t('Set filter mapping')}
      description={t('Changed what filter boxes apply to')}
      isChanged={Object.keys(changed).length > 0}
      withScopes={() =>
        writeBoxScopes(
          metadata,
          fields.filter(({ key }) => changed[key]),
        )
      }
      onClose={onClose}
      list={boxes.map((box) => (
        <div key={box.id} className={css['group']} role="group" aria-label={box.name}>
          <span className={css['heading']}>{box.name}</span>
          {box.fields.map(({ key, name }) => (
            <button key={key} type="button" className={css['item']} aria-pressed={key === selected?.key} onClick={() => setChosen(key)}>
              {name}
            </button>
          ))}
        </div>
      ))}
    >
      {selected && (
        <>
          <p className={css['note']}>{t('The values of this filter apply to the charts that are checked here.')}</p>
          <ScopeTree
            key={selected.key}
            layout={withoutBoxes}
            title={dashboard_title || untitled}
            scope={{ ...selected.scope, excluded: [...selected.scope.excluded, ...selected.immune] }}
            remarkOn={(id) => (selected.immune.includes(id) ? { note: t('Immune to this filter'), disabled: true } : undefined)}
            onChange={(scope) => change(selected, scope)}
          />
        </>
      )}
    </ScopeSheet>
  )
}
