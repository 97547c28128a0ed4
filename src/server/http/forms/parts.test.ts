import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, type Caller } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: Awaited<ReturnType<typeof buildApp>>
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const begun = '--cut\r\nContent-Disposition: form-data; name="queryEditor"\r\n\r\n{}'
const many = `${Array.from({ length: 60 }, (_, i) => begun.replace('queryEditor', `field ${i}`)).join('\r\n')}\r\n--cut--\r\n`

const file = (name: string) => `--cut\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\na\r\n`
const twoFiles = `${file('file')}${file('file')}--cut--\r\n`

const paths: [path: string, text: unknown][] = [
  ['/tabstateview/', 'Not a multipart form.'],
  ['/api/v1/chart/import/', 'Arguments are not correct'],
  ['/api/v1/assets/import/', 'Arguments are not correct'],
  ['/api/v1/upload/', { file: ['Not a multipart form.'] }],
]
const broken: [name: string, boundary: string, payload: string][] = [
  ['has no boundary', '', begun],
  ['ends in the middle', '; boundary=cut', begun],
  ['has a part without an end of its head', '; boundary=cut', '--cut\r\nContent-Disposition: form-data; name="a"'],
]

test.each(paths.flatMap(([path, text]) => broken.map(([name, boundary, payload]) => ({ path, text, name, boundary, payload }))))(
  'a form that $name is rejected by $path',
  async ({ path, text, boundary, payload }) => {
    const headers = { 'content-type': `multipart/form-data${boundary}` }
    const answer = await admin.inject({ method: 'POST', url: path, headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: text }])
  },
)

test('a second file is rejected with 400 where a form takes one', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  const answer = await admin.inject({ method: 'POST', url: '/api/v1/chart/import/', headers, payload: twoFiles })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'Arguments are not correct' }])
})

test('a form of too many fields is rejected with 413', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  const answer = await admin.inject({ method: 'POST', url: '/tabstateview/', headers, payload: many })
  expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toMatchObject([413, [{ message: /^413 / }]])
})
