import { z } from 'zod'
import type { RouteOptions } from '#api/declare/route.ts'
import type { Config } from '../start/config.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json
  return rest
}

const pathOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const
const mediaType = (format: string | undefined) => (mediaTypes as Record<string, string>)[format ?? 'json'] ?? 'application/octet-stream'

const security = (route: RouteOptions): Json[] => (route.access === 'public' ? [] : [{ jwt: [] }])

const permission = ({ access }: RouteOptions): string => {
  if (access === 'public') return 'Public.'
  return access === 'user' ? 'Requires a signed-in user.' : `Requires ${access[0]} on ${access[1]}.`
}

const operation = (route: RouteOptions): Json => ({
  tags: [route.tag],
  summary: route.summary,
  description: permission(route),
  security: security(route),
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...(route.q
      ? [{ name: 'q', in: 'query', description: 'Rison or JSON', content: { 'application/json': { schema: schemaOf(route.q, 'input') } } }]
      : []),
  ],
  ...(route.body && {
    requestBody: { required: true, content: { [mediaType(route.accepts)]: { schema: schemaOf(route.body, 'input') } } },
  }),
  ...(route.form && { requestBody: { required: true, content: { [mediaType(route.accepts)]: { schema: formOf(route.form) } } } }),
  responses: {
    200: {
      description: 'Success',
      content: { [mediaType(route.result ? 'json' : route.answers)]: { schema: route.result ? schemaOf(route.result, 'output') : {} } },
    },
    ...(route.access !== 'public' && { 401: failure('Not signed in'), 403: failure('Not allowed') }),
    ...(route.params && { 404: failure('Not found') }),
    ...((route.body || route.form || route.q) && { [route.faultStatus ?? 400]: failure('The request is invalid') }),
  },
})

/** The schema of a multipart form, including its file. */
const formOf = (form: z.ZodType): Json => {
  const { properties, required = [], ...rest } = schemaOf(form, 'input') as { properties?: Json; required?: string[] }
  return { ...rest, properties: { file: { type: 'string', format: 'binary' }, ...properties }, required: ['file', ...required] }
}

const failure = (description: string) => ({ description, content: { 'application/json': { schema: { type: 'object' } } } })

/** The OpenAPI 3 document of all routes. */
export const buildOpenApi = (routes: readonly RouteOptions[], { appName, basePath }: Pick<Config, 'appName' | 'basePath'>): Json => {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = pathOf(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.0.2',
    info: { title: appName, description: appName, version: 'v1' },
    servers: [{ url: basePath || '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    components: { securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}
