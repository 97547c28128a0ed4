import { t } from '#core/i18n/t.ts'
import { writeLayout } from '#core/layout/wire/write.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import type { Layout } from '#core/layout/component.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Draft } from '../state/draft.ts'
import { readProperties, type DashboardRecord } from './record.ts'

/** A difference between the stored version and the one to be saved. Texts are empty where the values are not readable. */
export type Difference = { name: string; theirs: string; mine: string }

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const countOtherParts = (theirs: Layout, mine: Layout): number => {
  const [a, b] = [writeLayout(theirs, ''), writeLayout(mine, '')]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((id) => !same(a[id], b[id])).length
}

/** What an overwrite would replace of the server's version. */
export const findDifferences = (record: DashboardRecord, { layout, properties }: Draft): Difference[] => {
  const theirs = readProperties(record)
  const fields: [keyof typeof theirs, string][] = [
    ['dashboard_title', t('Title')],
    ['slug', t('URL slug')],
    ['description', t('Description')],
    ['certified_by', t('Certified by')],
    ['certification_details', t('Certification details')],
    ['css', t('CSS')],
  ]
  const texts = fields.flatMap(([key, name]) =>
    theirs[key] === properties[key] ? [] : [{ name, theirs: String(theirs[key]), mine: String(properties[key]) }],
  )
  const names = (list: typeof theirs.owners) => list.map(({ name }) => name).join(', ')
  const owners =
    names(theirs.owners) === names(properties.owners)
      ? []
      : [{ name: t('Owners'), theirs: names(theirs.owners), mine: names(properties.owners) }]
  const parts = countOtherParts(readLayout(readObject(record.position_json)), layout)
  const placed =
    parts === 0
      ? []
      : [{ name: t('Layout'), theirs: '', mine: t.plural(parts, '%(count)s component differs', '%(count)s components differ') }]
  const settings = Object.keys({ ...theirs.metadata, ...properties.metadata }).filter(
    (key) => key in properties.metadata && !same(theirs.metadata[key], properties.metadata[key]),
  )
  const set = settings.length === 0 ? [] : [{ name: t('Settings'), theirs: '', mine: settings.join(', ') }]
  return [...texts, ...owners, ...placed, ...set]
}
