import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { ownersOf } from '../../list/field.ts'
import { markdownToHtml } from '../../list/markdown.ts'
import { humanizeAge, withoutZone } from '../../list/times.ts'
import { formDataOf, sliceUrl } from './form-data.ts'

/** A chart as explore and charts of several layers receive it. */
export const sliceData = async (ctx: Context, chart: Row<'charts'>, hasDataset: boolean) => {
  const owners = await ownersOf(ctx.db, 'chart', [chart.id])
  const source = await ctx.db
    .selectFrom('datasets')
    .select(['schema', 'table_name'])
    .where('id', '=', chart.datasource_id)
    .executeTakeFirst()
  const ago = humanizeAge(chart.changed_on, ctx.now())
  return {
    cache_timeout: chart.cache_timeout,
    certification_details: chart.certification_details,
    certified_by: chart.certified_by,
    changed_on: withoutZone(chart.changed_on),
    changed_on_humanized: ago,
    datasource: source ? [source.schema, source.table_name].filter(Boolean).join('.') : '',
    description: chart.description,
    description_markeddown: markdownToHtml(chart.description),
    edit_url: `/chart/edit/${chart.id}`,
    form_data: formDataOf({ ...chart, datasource_id: hasDataset ? chart.datasource_id : null }),
    is_managed_externally: chart.is_managed_externally === 1,
    modified: `<span class="no-wrap">${ago}</span>`,
    owners: owners.map((owner) => owner.id),
    query_context: chart.query_context,
    slice_id: chart.id,
    slice_name: chart.slice_name,
    slice_url: sliceUrl(chart.id),
  }
}
