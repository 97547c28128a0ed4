import { dashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { findJsonFault } from '#core/encoding/json/json-fault.ts'
import { topKeys } from '#core/encoding/json/json-keys.ts'
import { isUnreadable, readObject } from '#core/encoding/read-object.ts'
import { t } from '#core/i18n/t.ts'
import type { Fault } from '../../../../forms/faults.ts'
import { bodyFaults } from '../../../../forms/faults.ts'
import { textOrNull } from '../../../../forms/values.ts'
import type { CodeFault } from '../../../../ui/code/faults.ts'
import type { Properties } from '../../data/record.ts'

/** The properties, with their settings also as JSON text, which is edited under Advanced. */
export type PropertyValues = Properties & { json: string }

type Metadata = Properties['metadata']

export const isJsonObject = (text: string): boolean => !['', 'null'].includes(text.trim()) && !isUnreadable(text)

export const metadataText = (metadata: Metadata): string => JSON.stringify(metadata, null, 2)

export const valuesOf = (properties: Properties): PropertyValues => ({ ...properties, json: metadataText(properties.metadata) })

export const propertiesOf = ({ json, ...properties }: PropertyValues): Properties => ({ ...properties, metadata: readObject(json) })

/** The part that the schema of the update validates. */
export const propertiesBody = ({ dashboard_title, slug, description, css, certified_by, owners, roles, theme }: PropertyValues) => ({
  dashboard_title: dashboard_title.trim(),
  slug: textOrNull(slug),
  description: textOrNull(description),
  css,
  certified_by: certified_by.trim(),
  owners: owners.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
  theme_id: theme?.id ?? null,
})

/** Where a text stops being JSON; a text that ends too early is marked at its last character. */
const syntaxFault = (text: string): CodeFault | null => {
  const fault = findJsonFault(text)
  if (!fault) return null
  const { line, column, offset } = fault
  const message = t('JSON not valid: line %(line)s, column %(column)s', { line, column })
  const last = text.trimEnd().length - 1
  if (offset <= last) return { message, line, from: column - 1, to: column }
  const lines = text.slice(0, last + 1).split('\n')
  const from = Math.max(0, (lines.at(-1)?.length ?? 1) - 1)
  return { message, line: lines.length, from, to: from + 1 }
}

/**
 * What is wrong with settings written as JSON, each with its place: the text itself, values of another type, and names that nobody knows
 * and that the dashboard does not have already.
 */
export const metadataFaults = (text: string, stored: Metadata): CodeFault[] => {
  const syntax = syntaxFault(text)
  if (syntax) return [syntax]
  if (!isJsonObject(text)) return [{ message: t('JSON not valid') }]
  const settings = readObject(text)
  const places = new Map(topKeys(text).map(({ key, ...place }) => [key, place]))
  const unknown = Object.keys(settings).filter((key) => !(key in dashboardMetadata.shape) && !(key in stored))
  return [
    ...unknown.map((key) => ({ key, text: t('Unknown setting') })),
    ...bodyFaults(dashboardMetadata.loose(), settings).map((fault) => ({ key: fault.path.split('.')[0] ?? '', text: fault.text })),
  ].map((fault) => ({ message: `${fault.key}: ${fault.text}`, ...places.get(fault.key) }))
}

export const propertyFaults =
  (stored: Metadata) =>
  ({ json }: PropertyValues): Fault[] =>
    metadataFaults(json, stored).map(({ message }) => ({ path: 'json', text: message }))
