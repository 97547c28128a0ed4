/**
 * The errors that cross floors. They are thrown where the fact is known, not caught on the way, and one
 * handler at the server's edge turns them into an answer (conformance/api/errors.md).
 */
export type ErrorLevel = 'info' | 'warning' | 'error'

/** Superset's error types that Chartroom raises; the wire text is the name. */
export type ErrorType =
  | 'FRONTEND_CSRF_ERROR'
  | 'GENERIC_DB_ENGINE_ERROR'
  | 'COLUMN_DOES_NOT_EXIST_ERROR'
  | 'TABLE_DOES_NOT_EXIST_ERROR'
  | 'SCHEMA_DOES_NOT_EXIST_ERROR'
  | 'CONNECTION_INVALID_USERNAME_ERROR'
  | 'CONNECTION_INVALID_PASSWORD_ERROR'
  | 'CONNECTION_INVALID_HOSTNAME_ERROR'
  | 'CONNECTION_PORT_CLOSED_ERROR'
  | 'CONNECTION_INVALID_PORT_ERROR'
  | 'CONNECTION_HOST_DOWN_ERROR'
  | 'CONNECTION_ACCESS_DENIED_ERROR'
  | 'CONNECTION_UNKNOWN_DATABASE_ERROR'
  | 'CONNECTION_DATABASE_PERMISSIONS_ERROR'
  | 'CONNECTION_MISSING_PARAMETERS_ERROR'
  | 'CONNECTION_DATABASE_TIMEOUT'
  | 'OBJECT_DOES_NOT_EXIST_ERROR'
  | 'SYNTAX_ERROR'
  | 'VIZ_GET_DF_ERROR'
  | 'UNKNOWN_DATASOURCE_TYPE_ERROR'
  | 'FAILED_FETCHING_DATASOURCE_INFO_ERROR'
  | 'TABLE_SECURITY_ACCESS_ERROR'
  | 'DATASOURCE_SECURITY_ACCESS_ERROR'
  | 'DATABASE_SECURITY_ACCESS_ERROR'
  | 'QUERY_SECURITY_ACCESS_ERROR'
  | 'MISSING_OWNERSHIP_ERROR'
  | 'DASHBOARD_SECURITY_ACCESS_ERROR'
  | 'CHART_SECURITY_ACCESS_ERROR'
  | 'USER_ACTIVITY_SECURITY_ACCESS_ERROR'
  | 'BACKEND_TIMEOUT_ERROR'
  | 'DATABASE_NOT_FOUND_ERROR'
  | 'TABLE_NOT_FOUND_ERROR'
  | 'MISSING_TEMPLATE_PARAMS_ERROR'
  | 'INVALID_TEMPLATE_PARAMS_ERROR'
  | 'RESULTS_BACKEND_NOT_CONFIGURED_ERROR'
  | 'DML_NOT_ALLOWED_ERROR'
  | 'INVALID_CTAS_QUERY_NOT_SELECT_ERROR'
  | 'INVALID_CVAS_QUERY_NOT_SELECT_ERROR'
  | 'INVALID_CVAS_QUERY_ERROR'
  | 'SQLLAB_TIMEOUT_ERROR'
  | 'RESULTS_BACKEND_ERROR'
  | 'ASYNC_WORKERS_ERROR'
  | 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR'
  | 'INVALID_SQL_ERROR'
  | 'RESULT_TOO_LARGE_ERROR'
  | 'GENERIC_COMMAND_ERROR'
  | 'GENERIC_BACKEND_ERROR'
  | 'INVALID_PAYLOAD_FORMAT_ERROR'
  | 'INVALID_PAYLOAD_SCHEMA_ERROR'
  | 'MARSHMALLOW_ERROR'

/** Field messages of a rejected body, as `{field: [texts]}`, possibly nested. */
export type FieldTexts = { [field: string]: (string | FieldTexts)[] | FieldTexts }

type Details = {
  /** HTTP status; 400 by default. */
  status?: number
  level?: ErrorLevel
  /** Goes out as `extra`; never a path, host, stack or secret. */
  extra?: Record<string, unknown>
}

/** Goes out as `{"errors":[{message, error_type, level, extra}]}`. */
export class AppError extends Error {
  readonly type: ErrorType
  readonly status: number
  readonly level: ErrorLevel
  readonly extra: Record<string, unknown>

  constructor(type: ErrorType, message: string, details: Details = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.type = type
    this.status = details.status ?? 400
    this.level = details.level ?? 'error'
    this.extra = details.extra ?? {}
  }
}

/** Several errors in one response, with the status of the first. */
export class AppErrors extends Error {
  readonly errors: readonly [AppError, ...AppError[]]

  constructor(errors: readonly [AppError, ...AppError[]]) {
    super(errors.map((error) => error.message).join('\n'))
    this.name = 'AppErrors'
    this.errors = errors
  }
}

/** Goes out as `{"message": …}`: the shape of resource handlers (texts of validation included). */
export class MessageError extends Error {
  readonly status: number
  readonly body: string | FieldTexts | string[]

  constructor(status: number, body: string | FieldTexts | string[], options?: ErrorOptions) {
    super(typeof body === 'string' ? body : JSON.stringify(body), options)
    this.name = 'MessageError'
    this.status = status
    this.body = body
  }
}

/** A response body that fits neither shape, verbatim (`{"msg": …}`, `{"error": …}`). */
export class BodyError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, options?: ErrorOptions) {
    super(JSON.stringify(body), options)
    this.name = 'BodyError'
    this.status = status
    this.body = body
  }
}

export const notFound = () => new MessageError(404, 'Not found')
export const forbidden = () => new MessageError(403, 'Forbidden')
