import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** The query cannot be run. In responses: `{"message": "Error: <reason>"}`, or `error` of a query whose SQL was requested. */
export class QueryError extends MessageError {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(400, t('Error: %(error)s', { error: reason }), options)
    this.name = 'QueryError'
    this.reason = reason
  }
}
