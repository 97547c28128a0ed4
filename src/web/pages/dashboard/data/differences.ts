import { conditionKey, rootId, type Layout } from '#core/layout/component.ts'
import { layoutChanges, type PartChange } from '#core/layout/merge/merge.ts'
import { changedKeys, type Change, type Fields, type Versions } from '#core/layout/merge/three-way.ts'
import { childrenOf, pathTo } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord, isObject } from '#core/query/read.ts'
import { kindName, nameOf, type Draft } from '../state/draft.ts'
import { each, filterKey, filtersIn, partKey, propertiesIn, propertyKey, settingKey, settingsIn } from './merge-drafts.ts'

/** A difference between the stored version and the one to be saved, and who made it. */
export type Difference = { key: string; name: string; by: Change['by']; theirs: string; mine: string }

const propertyNames: Record<string, () => string> = {
  dashboard_title: () => t('Title'),
  slug: () => t('URL slug'),
  description: () => t('Description'),
  css: () => t('CSS'),
  certified_by: () => t('Certified by'),
  certification_details: () => t('Certification details'),
  owners: () => t('Owners'),
  roles: () => t('Roles'),
  theme: () => t('Theme'),
}

const settingNames: Record<string, () => string> = {
  color_scheme: () => t('Color scheme'),
  refresh_frequency: () => t('Refresh frequency'),
  cross_filters_enabled: () => t('Cross-filtering'),
  chart_configuration: () => t('Cross-filtering scoping'),
  global_chart_configuration: () => t('Cross-filtering scoping'),
  filter_bar_orientation: () => t('Orientation of filter bar'),
  label_colors: () => t('Label colors'),
}

const fieldNames: Record<string, () => string> = {
  width: () => t('Width'),
  height: () => t('Height'),
  text: () => t('Text'),
  code: () => t('Text'),
  sliceNameOverride: () => t('Title'),
  background: () => t('Background'),
  headerSize: () => t('Size'),
  [conditionKey]: () => t('Condition'),
  parent: () => t('Place'),
  order: () => t('Order'),
}

/** Settings that follow from others when the dashboard is saved. */
const computed = ['map_label_colors', 'shared_label_colors', 'color_scheme_domain', 'default_filters', 'show_native_filters']

/** The value without the charts and tabs that are computed when it is saved. */
const written = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(written)
  if (!isObject(value)) return value
  const { chartsInScope: _charts, tabsInScope: _tabs, ...rest } = value
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, written(item)]))
}

/** The settings as people choose them: without what is computed, and without scopes that are those of every chart. */
const comparedSettings = (draft: Draft): Fields => {
  const { chart_configuration, global_chart_configuration, ...settings } = written(settingsIn(draft)) as Fields
  const own = Object.entries(asRecord(chart_configuration)).filter(
    ([, entry]) => asRecord(asRecord(entry)['crossFilters'])['scope'] !== 'global',
  )
  const { scope } = asRecord(global_chart_configuration)
  const { rootPath, excluded } = asRecord(scope)
  const isWhole = scope === undefined || (asList(rootPath).join() === rootId && asList(excluded).length === 0)
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([key]) => !computed.includes(key))),
    ...(own.length > 0 && { chart_configuration: Object.fromEntries(own) }),
    ...(!isWhole && { global_chart_configuration }),
  }
}

const maxValueLength = 300

const textOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–'
  if (value === true) return t('Yes')
  if (value === false) return t('No')
  if (Array.isArray(value) && value.every((item) => isObject(item) && typeof item['name'] === 'string'))
    return value.map((item) => String(asRecord(item)['name'])).join(', ') || '–'
  if (isObject(value) && typeof value['name'] === 'string') return value['name']
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

const listed = (changes: Change[], names: Record<string, () => string>, keyOf: (name: string) => string): Difference[] =>
  changes.map(({ key, by, mine, theirs }) => ({
    key: keyOf(key),
    name: names[key]?.() ?? key,
    by,
    mine: textOf(mine),
    theirs: textOf(theirs),
  }))

/** The fields in which two filters differ. */
const filterText = (item: unknown, other: unknown): string => {
  if (item === undefined) return t('not there')
  if (other === undefined) return textOf(asRecord(item)['name'] ?? asRecord(item)['title'])
  const differing = changedKeys({ base: asRecord(other), mine: asRecord(item), theirs: asRecord(other) })
  return differing.map(({ key, mine }) => `${key}: ${textOf(mine)}`).join('\n')
}

const filterChanges = (versions: Versions<Draft>): Difference[] =>
  changedKeys(each(versions, (draft) => written(filtersIn(draft)) as Fields)).map(({ key, by, mine, theirs }) => {
    const { name, title } = asRecord(mine ?? theirs)
    return {
      key: filterKey(key),
      name: t('Filter “%(name)s”', { name: String(name ?? title ?? '') }),
      by,
      mine: filterText(mine, theirs),
      theirs: filterText(theirs, mine),
    }
  })

const nameIn = (layout: Layout, id: string): string => {
  const kind = kindName(layout[id]?.type)
  const name = nameOf(layout, id)
  return name === kind ? kind : `${kind} “${name}”`
}

/** Where a component is: the tab, and what is beside it. */
const placeText = (layout: Layout, id: string): string => {
  const path = pathTo(layout, id)
  const tab = path.findLast((step) => layout[step]?.type === 'TAB')
  const parent = path.at(-1) ?? ''
  const beside = childrenOf(layout, parent).filter((child) => child.id !== id)
  const names = beside.map((child) => nameOf(layout, child.id)).join(', ')
  const kind = kindName(layout[parent]?.type)
  const where = layout[parent]?.type === 'ROW' || layout[parent]?.type === 'COLUMN' ? kind : ''
  return (
    [tab ? `“${nameOf(layout, tab)}”` : '', where && names ? t('%(kind)s with %(names)s', { kind: where, names }) : where]
      .filter(Boolean)
      .join(' · ') || t('on the page itself')
  )
}

const partText = (layout: Layout, { id, key }: PartChange, value: unknown): string => {
  if (key === 'there') return value ? t('there') : t('not there')
  if (key === 'parent') return placeText(layout, id)
  if (key === 'order') return (layout[id]?.children ?? []).map((child) => nameOf(layout, child)).join(', ')
  return textOf(value)
}

/** Rows and tabs come and go with their content, which is listed itself. */
const isListed = ({ key, id }: PartChange, { mine, theirs }: Versions<Layout>): boolean => {
  const holder = mine[id] ?? theirs[id]
  if (key === 'parent' && holder?.type === 'GRID') return false
  return key !== 'there' || !holder || holder.children.length === 0 || holder.type === 'TAB'
}

const partChanges = (layouts: Versions<Layout>): Difference[] =>
  layoutChanges(layouts)
    .filter((change) => isListed(change, layouts))
    .map((change) => {
      const { id, key, by, mine, theirs } = change
      const holder = layouts.mine[id] ? layouts.mine : layouts.theirs
      const name = key === 'there' ? nameIn(holder, id) : `${nameIn(holder, id)}: ${fieldNames[key]?.() ?? key}`
      return {
        key: partKey(id, key),
        name,
        by,
        mine: partText(layouts.mine, change, mine),
        theirs: partText(layouts.theirs, change, theirs),
      }
    })

/** What a save would replace of the server's version: properties, settings, filters and components, with both values. */
export const findDifferences = (versions: Versions<Draft>): Difference[] => {
  const settings = changedKeys(each(versions, comparedSettings))
  return [
    ...listed(changedKeys(each(versions, propertiesIn)), propertyNames, propertyKey),
    ...partChanges(each(versions, ({ layout }) => layout)),
    ...filterChanges(versions),
    ...listed(settings, settingNames, settingKey),
  ]
}
