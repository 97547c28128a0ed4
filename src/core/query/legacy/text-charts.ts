import { asRecord, asText } from '../read.ts'

/** Charts of older versions that were texts without data: markup, separators and embedded pages. */

type Params = Readonly<Record<string, unknown>>

const linkTo = (url: string, name: string): string => `[${name || url}](<${url}>)`

/** The Markdown of such a chart; null for any other. A page of somebody else is not embedded, but linked. */
export const textOfChart = ({ viz_type, slice_name, params }: { viz_type: string; slice_name: string; params: Params }): string | null => {
  if (viz_type === 'markup' || viz_type === 'separator') return asText(params['code']) ?? ''
  if (viz_type !== 'iframe') return null
  const url = asText(params['url'])
  return url === undefined ? '' : linkTo(url, slice_name)
}

/** A stored layout with texts in place of these charts, by their uuids. */
export const withTexts = (position: Record<string, unknown>, texts: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(position).map(([key, item]) => {
      const { chartId: _id, sliceName: _name, sliceNameOverride: _own, uuid, ...meta } = asRecord(asRecord(item)['meta'])
      const code = asRecord(item)['type'] === 'CHART' && typeof uuid === 'string' ? texts.get(uuid) : undefined
      return [key, code === undefined ? item : { ...asRecord(item), type: 'MARKDOWN', meta: { ...meta, code } }]
    }),
  )
