import type { AccessExplanation } from '#api/access.ts'
import type { ColumnMask } from '#core/access/column-rules.ts'
import { isAllowed } from '#core/access/can.ts'
import type { Kind } from '#core/access/kind.ts'
import { rolesOf, type Principal } from '#core/access/principal.ts'
import { boundRules } from '#core/access/row-rules.ts'
import type { DatasetSubject, SubjectOf } from '#core/access/subject.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { columnRulesOf, masksByDataset } from '../../access/column-rules.ts'
import { publicLinkOf } from '../../access/login/public-links.ts'
import { rowConditions, rulesOf } from '../../access/row-rules.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { isSharedBy } from '../chart-data/dashboard/shared-chart.ts'
import { isLent } from '../dashboard/sources.ts'
import { explainedPerson, type ExplainedPerson } from './person.ts'
import { verdictOn } from './verdict.ts'

type Reader = Pick<Context, 'db' | 'now' | 'config'>
type Data = AccessExplanation['data'][number]
type Asked = { kind: Kind; id: number; user: number | null }

const nameOf: Record<Kind, (db: Db, id: number) => Promise<{ name: string }>> = {
  chart: (db, id) => db.selectFrom('charts').select('slice_name as name').where('id', '=', id).executeTakeFirstOrThrow(),
  dashboard: (db, id) => db.selectFrom('dashboards').select('dashboard_title as name').where('id', '=', id).executeTakeFirstOrThrow(),
  dataset: (db, id) => db.selectFrom('datasets').select('table_name as name').where('id', '=', id).executeTakeFirstOrThrow(),
  database: (db, id) => db.selectFrom('databases').select('database_name as name').where('id', '=', id).executeTakeFirstOrThrow(),
}

/**
 * Whether somebody sees an object, through what, and which rules limit its data: by the functions that decide about requests.
 * @throws 404 for a person or object that is unknown, or that the caller may not see
 */
export const explainAccess = async (ctx: Reader, by: Principal, { kind, id, user }: Asked): Promise<AccessExplanation> => {
  const subject: SubjectOf<Kind> | null = await subjectOf(ctx.db, kind, id)
  if (!subject || !isAllowed(by, 'see', subject)) throw notFound()
  const link = kind === 'dashboard' || kind === 'chart' ? await publicLinkOf(ctx, kind, id) : undefined
  const person = await explainedPerson(ctx, user, link)
  const { name } = await nameOf[kind](ctx.db, id)
  const data: Data[] = []
  for (const dataset of await datasetsOf(ctx, subject)) data.push(await explainData(ctx, person, dataset))
  return {
    person: person.id === null ? null : { id: person.id, name: person.name },
    object: { kind, id, name },
    see: verdictOn(person, 'see', subject),
    change: verdictOn(person, 'change', subject),
    query: verdictOn(person, 'query', subject),
    public_link: link ? { created_on: link.createdOn, sentence: t('Anyone with its public link can view it.') } : null,
    data,
  }
}

/** The datasets that an object reads; those that a dashboard lends, through it. */
const datasetsOf = async (ctx: Reader, subject: SubjectOf<Kind>): Promise<DatasetSubject[]> => {
  if (subject.kind === 'database') return []
  if (subject.kind === 'dataset') return [subject]
  if (subject.kind === 'chart') {
    const { dataset } = subject
    if (!dataset) return []
    return [(await isSharedBy(ctx, subject, dataset)) ? { ...dataset, through: subject } : dataset]
  }
  const lent: DatasetSubject[] = []
  for (const dataset of subject.datasets)
    lent.push((await isLent(ctx, { dashboard: subject, dataset })) ? { ...dataset, through: subject } : dataset)
  return lent
}

const explainData = async (ctx: Reader, person: ExplainedPerson, subject: DatasetSubject): Promise<Data> => {
  const { principal } = person
  const roleIds = new Set(rolesOf(principal).map(({ id }) => id))
  const read = verdictOn(person, 'query', subject)
  const dataset = { id: subject.id, name: subject.name }
  if (!read.allowed) return { dataset, read, row_rules: [], row_conditions: [], column_rules: [], columns: [], sentences: [] }
  const [{ everywhere, byDataset }, masks] = await Promise.all([rowConditions(ctx, principal), masksByDataset(ctx, principal)])
  const rowRules = boundRules(await rulesOf(ctx, subject.id), roleIds)
  const columnRules = boundRules(await columnRulesOf(ctx, subject.id), roleIds)
  const conditions = [...everywhere, ...(byDataset.get(subject.id) ?? [])]
  const columns = [...(masks.get(subject.id) ?? [])].map(([name, mask]) => ({ name, mask }))
  return {
    dataset,
    read,
    row_rules: rowRules.map(({ rule_id, name, filter_type, clause }) => ({ id: rule_id, name, filter_type, clause })),
    row_conditions: conditions,
    column_rules: columnRules.map(({ id, name, filter_type }) => ({ id, name, filter_type })),
    columns,
    sentences: [
      ...conditions.map((condition) => t('Only rows that meet this condition: %(condition)s', { condition })),
      ...(conditions.length === 0 ? [t('All rows: no row-level rule binds %(person)s.', { person: person.name })] : []),
      ...rowRules.map((rule) => boundText(rule)),
      ...columns.map(({ name, mask }) => maskText(name, mask)),
      ...(columns.length === 0 ? [t('All columns: no column rule binds %(person)s.', { person: person.name })] : []),
      ...columnRules.map((rule) => boundText(rule)),
    ],
  }
}

const boundText = ({ name, filter_type }: { name: string; filter_type: 'Regular' | 'Base' }): string =>
  filter_type === 'Regular'
    ? t('The rule “%(rule)s” binds whoever holds one of its roles.', { rule: name })
    : t('The rule “%(rule)s” binds everybody who holds none of its roles.', { rule: name })

const maskText = (column: string, mask: ColumnMask): string =>
  ({
    hidden: t('The column “%(column)s” is hidden.', { column }),
    hash: t('The column “%(column)s” shows fingerprints of its values.', { column }),
    last_four: t('The column “%(column)s” shows the last four characters of its values.', { column }),
    year: t('The column “%(column)s” shows only years.', { column }),
  })[mask]
