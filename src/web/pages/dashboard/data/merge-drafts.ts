import { mergeLayouts } from '#core/layout/merge/merge.ts'
import { mergeFields, mergeOrder, type Fields, type Side, type Versions } from '#core/layout/merge/three-way.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Draft } from '../state/draft.ts'
import { metadataDefaults } from './save-body.ts'
import type { Properties } from './record.ts'

/** The three versions of a part of the drafts. */
export const each = <T, U>({ base, mine, theirs }: Versions<T>, part: (version: T) => U): Versions<U> => ({
  base: part(base),
  mine: part(mine),
  theirs: part(theirs),
})

const filtersKey = 'native_filter_configuration'

export const propertiesIn = ({ properties }: Draft): Fields => {
  const { metadata: _metadata, ...fields } = properties
  return fields
}

/** The settings, complete, without the filters. */
export const settingsIn = ({ properties }: Draft): Fields => {
  const { [filtersKey]: _filters, ...settings } = properties.metadata
  return { ...metadataDefaults, ...settings }
}

const idOf = (item: unknown) => String(asRecord(item)['id'] ?? '')
const filterIds = ({ properties }: Draft): string[] => asList(properties.metadata[filtersKey]).map(idOf)

export const filtersIn = ({ properties }: Draft): Fields =>
  Object.fromEntries(asList(properties.metadata[filtersKey]).map((item) => [idOf(item), item]))

/** Names one value of a draft: a property, a setting, a filter, or a field of a component. */
export const propertyKey = (name: string) => `property ${name}`
export const settingKey = (name: string) => `setting ${name}`
export const filterKey = (id: string) => `filter ${id}`
export const partKey = (id: string, field: string) => `part ${id} ${field}`

/** One draft with the changes of both; `choose` is asked where both changed the same value. */
export const mergeDrafts = (versions: Versions<Draft>, choose: (key: string) => Side): Draft => {
  const filters = mergeFields(each(versions, filtersIn), (id) => choose(filterKey(id)))
  const order = mergeOrder(new Set(Object.keys(filters)), filterIds(versions.mine), filterIds(versions.theirs))
  const properties = mergeFields(each(versions, propertiesIn), (name) => choose(propertyKey(name)))
  const metadata = {
    ...mergeFields(each(versions, settingsIn), (name) => choose(settingKey(name))),
    ...(order.length > 0 && { [filtersKey]: order.map((id) => filters[id]) }),
  }
  return {
    layout: mergeLayouts(
      each(versions, ({ layout }) => layout),
      (id, field) => choose(partKey(id, field)),
    ),
    properties: { ...versions.mine.properties, ...(properties as Partial<Properties>), metadata },
  }
}
