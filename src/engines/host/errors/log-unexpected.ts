export type LoggedError = { type: string; message: string; code?: string; stack: string }

/** The stack of an error and of its causes. */
const stackOf = (error: Error): string => {
  const own = error.stack ?? error.message
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own
}

/** What the log has of an error: not its other properties, in which drivers and clients keep parameters, requests and passwords. */
export const loggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, message: error.message, ...code, stack: stackOf(error) }
}

const errorLevel = 50

/** Logs an unexpected error to stderr as one line of JSON, so that no text in it can pass for another line. */
export const logUnexpected = (error: unknown, where: string): void => {
  process.stderr.write(`${JSON.stringify({ level: errorLevel, time: Date.now(), err: loggedError(error), msg: where })}\n`)
}
