import type { Call } from './calls.ts'
import { leaksIn } from './leaks.ts'
import type { Sender, Target } from './target.ts'

export type Fault = { what: string; problem: string; request: string; answer: string }

const longestMs = 120_000

const inTime = async <T>(work: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** In SQL Lab Superset answers a statement that fails with 500 and words of the engine. */
const isFailedStatement = ({ method, url }: Call, body: string): boolean =>
  method === 'POST' && url.startsWith('/api/v1/sqllab/execute/') && /"error_type":"(?!GENERIC_BACKEND)/.test(body)

/** Sends a call, and returns what is wrong with its answer: a status of 500 or more, something that leaks, or no answer at all. */
export const judge = async (
  target: Target,
  sender: Sender,
  { call, what }: { call: Call; what: string },
): Promise<{ statusCode: number; body: string; faults: Fault[] }> => {
  const sent = `${call.method} ${call.url} ${JSON.stringify(call.headers)} ${String(call.payload ?? '')}`
  const fault = (problem: string, answer: string): Fault => ({ what, problem, request: sent.slice(0, 1_500), answer: answer.slice(0, 600) })
  const answer = await inTime(sender.inject({ ...call, remoteAddress: '10.1.2.3' }))
  if (!answer) return { statusCode: 0, body: '', faults: [fault('no answer', '')] }
  const { statusCode, headers, body } = answer
  const leaks = leaksIn({ statusCode, headers, body }, sent, target.forbidden)
  const isBroken = statusCode >= 500 && !isFailedStatement(call, body)
  return {
    statusCode,
    body,
    faults: [...(isBroken ? [fault(`status ${statusCode}`, body)] : []), ...leaks.map((leak) => fault(`leaks ${leak}`, body))],
  }
}
