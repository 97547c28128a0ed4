import type { Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { isUnreadable, readObject } from '#core/encoding/read-object.ts'
import { TemplateError } from '#core/sql/template/template-error.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { templateParamsOf } from '../../chart-data/prepare/templates.ts'
import { renderSql } from '../../chart-data/prepare/virtual-sql.ts'

type Templated = {
  sql: string
  /** JSON of the parameters that their author set. */
  templateParams: string | null
  database: Pick<Row<'databases'>, 'extra'>
  dialect: Dialect
  principal: Principal
}

/** Text that templates leave as it is. */
const rawBlock = /\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}/gs

/** A parameter that nothing defines stays in the text as it was written. */
const undefinedParameter = /\{\{\s*([a-z_]\w*)\s*\}\}/gi

/**
 * The script with its templates rendered.
 * @throws AppError for parameters that are not JSON, that are missing, or for a faulty template
 */
export const renderScript = async (
  ctx: Pick<Context, 'config' | 'db' | 'sql' | 'tableFiles'>,
  { sql, templateParams, database, dialect, principal }: Templated,
): Promise<string> => {
  if (templateParams && isUnreadable(templateParams))
    throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR', t('The template parameters are not a JSON object.'))
  const given = templateParamsOf(templateParams, database.extra)
  const render = (template: string) =>
    renderSql(ctx, { sql: template, templateParams: given, dialect, principal }).catch((error: unknown) => {
      if (!(error instanceof MessageError) || !(error.cause instanceof TemplateError)) throw error
      const message = t('Error in jinja expression: %(msg)s', { msg: error.cause.message })
      throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR', message, {}, { cause: error })
    })
  const text = await render(sql)
  const outsideRaw = sql.replaceAll(rawBlock, '')
  const checked = outsideRaw === sql ? text : await render(outsideRaw)
  const missing = [...new Set([...checked.matchAll(undefinedParameter)].map(([, name = '']) => name))]
  if (!missing.length) return text
  throw new AppError(
    'MISSING_TEMPLATE_PARAMS_ERROR',
    t.plural(missing.length, 'The parameter %(names)s is undefined.', 'The parameters %(names)s are undefined.', {
      names: missing.map((name) => `"${name}"`).join(', '),
    }),
    { extra: { undefined_parameters: missing, template_parameters: readObject(templateParams) } },
  )
}
