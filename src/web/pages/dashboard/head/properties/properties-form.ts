import { readObject } from '#core/encoding/read-object.ts'
import type { Fault } from '../../../../forms/faults.ts'
import { textOrNull } from '../../../../forms/values.ts'
import { t } from '#core/i18n/t.ts'
import type { Properties } from '../../data/record.ts'

/** The properties, with their settings also as JSON text, which is edited under Advanced. */
export type PropertyValues = Properties & { json: string }

export const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const metadataText = (metadata: Properties['metadata']): string => JSON.stringify(metadata, null, 2)

export const valuesOf = (properties: Properties): PropertyValues => ({ ...properties, json: metadataText(properties.metadata) })

export const propertiesOf = ({ json, ...properties }: PropertyValues): Properties => ({ ...properties, metadata: readObject(json) })

/** The part that the schema of the update validates. */
export const propertiesBody = ({ dashboard_title, slug, description, css, certified_by, owners, roles }: PropertyValues) => ({
  dashboard_title: dashboard_title.trim(),
  slug: textOrNull(slug),
  description: textOrNull(description),
  css,
  certified_by: certified_by.trim(),
  owners: owners.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
})

export const propertyFaults = ({ json }: PropertyValues): Fault[] =>
  isJsonObject(json) ? [] : [{ path: 'json', text: t('JSON not valid') }]
