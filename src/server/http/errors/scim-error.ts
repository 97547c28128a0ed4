import { BodyError } from '#core/errors.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const scimType = 'application/scim+json; charset=utf-8'

type Fault = 'invalidFilter' | 'uniqueness' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

/** An error in SCIM's shape (RFC 7644 §3.12). */
export const scimError = (status: number, detail: string, fault?: Fault, cause?: unknown): BodyError =>
  new BodyError(status, { schemas: [errorSchema], status: String(status), ...(fault && { scimType: fault }), detail }, { cause })

type Answer = { status: number; body: unknown }

/** Any error as a SCIM client reads it. */
export const asScimAnswer = ({ status, body }: Answer): Answer => {
  const given = body as { schemas?: unknown; message?: unknown; msg?: unknown; errors?: { message: string }[] }
  if (given.schemas) return { status, body }
  const text = given.message ?? given.msg ?? given.errors?.[0]?.message
  const detail = typeof text === 'string' ? text : JSON.stringify(text ?? '')
  const isInvalid = status === 400 || status === 422
  const code = isInvalid ? 400 : status
  return { status: code, body: scimError(code, detail, isInvalid ? 'invalidValue' : undefined).body }
}

export const isScim = ({ url }: { url: string }): boolean => url.startsWith('/scim/')
