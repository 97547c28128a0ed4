import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyReply, onSendAsyncHookHandler } from 'fastify'
import type { RouteOptions } from '#api/declare/route.ts'
import { MessageError } from '#core/errors.ts'
import { jsonType } from './json-type.ts'

const maxFaults = 5

/** In development and in tests only, to save the cost in production. */
const shouldCheck = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

const decoders: Record<string, (bytes: Uint8Array) => Buffer> = { gzip: gunzipSync, zstd: zstdDecompressSync }

/** The JSON text of a response, also one that the handler has serialized; null for errors and for other content. */
const jsonText = (reply: FastifyReply, payload: unknown): string | null => {
  if (reply.statusCode >= 400 || !jsonType.test(String(reply.getHeader('content-type') ?? ''))) return null
  if (typeof payload === 'string') return payload || null
  if (!(payload instanceof Uint8Array)) return null
  const decode = decoders[String(reply.getHeader('content-encoding') ?? '')]
  return Buffer.from(decode ? decode(payload) : payload).toString()
}

type Checked = Pick<RouteOptions, 'method' | 'path' | 'result'>

const faultsOf = ({ result }: Checked, answer: unknown): string[] => {
  if (!result) return ['it declares no JSON']
  const issues = result.safeParse(answer).error?.issues ?? []
  return issues.slice(0, maxFaults).map((issue) => `${issue.path.join('.') || 'the response'}: ${issue.message}`)
}

/** Validates every JSON response against the route's schema. Throws MessageError 500, which names the fields. */
export const resultCheck = (route: Checked): { onSend?: onSendAsyncHookHandler } => {
  if (!shouldCheck) return {}
  return {
    onSend: async (_request, reply, payload: unknown) => {
      const text = jsonText(reply, payload)
      const faults = text === null ? [] : faultsOf(route, JSON.parse(text))
      if (!faults.length) return payload
      reply.removeHeader('content-encoding')
      throw new MessageError(500, `${route.method} ${route.path} does not match its declared result: ${faults.join('; ')}`)
    },
  }
}
