import { strToU8, zipSync } from 'fflate'
import { compare, type Verdict } from './compare.ts'
import { readAnswer, type Send, type Sent, type Sessions } from './client.ts'
import type { Conversation, Exchange, Version } from './record.ts'
import { wantOf, type Want } from './wanted.ts'

export type Variables = Record<string, string | number>

export type Outcome = Verdict & {
  resource: string
  conversation: string
  exchange: string
  place: number
  request: string
  received: string
  /** What conformance/README.md wants otherwise than the record has it. */
  want: Want | null
}

export type Judge = {
  send: Send
  sessions: Sessions
  variables: Variables
  /** Versions whose answer counts as right. */
  versions: readonly Version[]
  values: boolean
  /** Replaces the address of the recording's PostgreSQL in requests. */
  replaceText?: (text: string) => string
}

const fill = (value: unknown, variables: Variables): unknown => {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1]
    if (whole && whole in variables) return variables[whole]
    return value.replaceAll(/\{\{(\w+)\}\}/g, (text, name: string) => String(variables[name] ?? text))
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, variables))
  if (typeof value !== 'object' || value === null) return value
  if ('$json' in value) return JSON.stringify(fill(value.$json, variables))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, variables)]))
}

/** The recorded path is plain text behind the `?`; it is percent-encoded here. */
const encodePath = (path: string): string => {
  const [before = '', ...rest] = path.split('?')
  if (!rest.length) return encodeURI(before)
  const query = rest
    .join('?')
    .split('&')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? encodeURIComponent(part) : `${part.slice(0, at)}=${encodeURIComponent(part.slice(at + 1))}`
    })
  return `${encodeURI(before)}?${query.join('&')}`
}

const multipartOf = (fields: Record<string, unknown>): { type: string; body: Uint8Array } => {
  const boundary = '----judge-boundary'
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const { file, type, bytes } = partOf(value)
    const disposition = `content-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}`
    return [strToU8(`--${boundary}\r\n${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`), bytes, strToU8('\r\n')]
  })
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([...parts, strToU8(`--${boundary}--\r\n`)]) }
}

const partOf = (value: unknown): { file?: string; type?: string; bytes: Uint8Array } => {
  if (typeof value !== 'object' || value === null) return { bytes: strToU8(String(value)) }
  if ('zip' in value) {
    const files = Object.entries(value.zip as Record<string, string>).map(([path, text]) => [path, strToU8(text)] as const)
    return { file: 'bundle.zip', type: 'application/zip', bytes: zipSync(Object.fromEntries(files)) }
  }
  const { name, text, type } = value as { name: string; text: string; type: string }
  return { file: name, type, bytes: strToU8(text) }
}

const bodyOf = (
  request: Exchange['request'],
  variables: Variables,
  replaceText: (text: string) => string,
): Partial<Sent> & { type?: string } => {
  if ('json' in request) return { type: 'application/json', body: replaceText(JSON.stringify(fill(request.json, variables))) }
  if (request.form) {
    const fields = Object.entries(request.form).map(([name, value]) => [name, String(fill(value, variables))])
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
  }
  if (request.multipart) return multipartOf(fill(request.multipart, variables) as Record<string, unknown>)
  return request.raw === undefined ? {} : { body: String(fill(request.raw, variables)) }
}

const lowerKeys = (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]))

const requestOf = async ({ as, request }: Exchange, judge: Judge, variables: Variables): Promise<Sent> => {
  const proof = { ...(await judge.sessions(as, request.auth)) }
  if (request.csrf === false) delete proof['x-csrftoken']
  const { type, body } = bodyOf(request, variables, judge.replaceText ?? ((text) => text))
  const own = lowerKeys(fill(request.headers ?? {}, variables) as Record<string, string>)
  return {
    method: request.method,
    path: encodePath(String(fill(request.path, variables))),
    headers: { accept: 'application/json', ...(type && { 'content-type': type }), ...proof, ...own },
    body,
  }
}

const pick = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined),
      body,
    )

const best = (verdicts: Verdict[]): Verdict => {
  const rank = (verdict: Verdict) => (verdict.shape ? 2 : verdict.status ? 1 : 0)
  const [first, ...others] = verdicts
  return others.reduce((kept, verdict) => (rank(verdict) > rank(kept) ? verdict : kept), first as Verdict)
}

/** Plays one conversation in order; an exchange passes when it equals either version's answer. */
export const replay = async (conversation: Conversation, judge: Judge): Promise<Outcome[]> => {
  const variables: Variables = { ...judge.variables, n: 10_000 + Math.floor(Math.random() * 90_000) }
  const outcomes: Outcome[] = []
  for (const [place, exchange] of conversation.exchanges.entries()) {
    const sent = await requestOf(exchange, judge, variables)
    const received = readAnswer(await judge.send(sent))
    for (const [name, path] of Object.entries(exchange.save ?? {})) {
      const value = pick(received.body, path.replace(/\?$/, ''))
      if (typeof value === 'string' || typeof value === 'number') variables[name] = value
    }
    const asked = judge.versions.flatMap((version) => exchange.answers[version] ?? [])
    const [recorded] = asked
    if (!recorded) continue
    const verdict = best(asked.map((answer) => compare(answer, received, { values: judge.values })))
    outcomes.push({
      ...verdict,
      want: verdict.shape ? null : wantOf({ exchange, recorded, received }),
      resource: conversation.resource,
      conversation: conversation.name,
      exchange: exchange.name,
      place,
      request: `${exchange.as}: ${sent.method} ${String(fill(exchange.request.path, variables))}`,
      received: `${received.status} ${JSON.stringify(received.body)?.slice(0, 600) ?? ''}`,
    })
  }
  return outcomes
}
