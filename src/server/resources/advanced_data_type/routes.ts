import { advancedDataTypeConvert, advancedDataTypes } from '#api/advanced-data-type.ts'
import { advancedDataTypeNames, convertAdvanced } from '#core/advanced-data-type/convert.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'

export const advancedTypes = (app: App): void => {
  serve(app, advancedDataTypes, async () => ({ result: advancedDataTypeNames() }))
  serve(app, advancedDataTypeConvert, async ({ q }) => {
    const result = convertAdvanced(q.type, q.values)
    if (!result) throw new MessageError(400, t('Invalid advanced data type: %(type)s', { type: q.type }))
    return { result }
  })
}
