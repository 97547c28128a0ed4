import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** A query that cannot be run as asked. On the wire `{"message": "Error: <reason>"}`, or `error` of a query that is only shown. */
export class QueryError extends MessageError {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(400, t('Error: %(error)s', { error: reason }), options)
    this.name = 'QueryError'
    this.reason = reason
  }
}
