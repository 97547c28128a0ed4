import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadPreview } from '#api/upload.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { currentGenerations } from '../../house/house.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const multipart = (name: string, content: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  payload: `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--cut--\r\n`,
})

const send = (who: Caller, name: string, content: string) =>
  who.inject({ method: 'POST', url: '/api/v1/upload/', ...multipart(name, content) })

test('uploads, previews, corrects and creates a table; its rejected lines can be downloaded', async () => {
  const sent = await send(admin, 'sales.csv', 'day;amount;note\n2020-01-31;1,5;x\n2020-02-01;2;y;too much\n2020-02-02;3;z\n')
  expect(sent.statusCode).toBe(200)
  const { upload_id: id } = sent.json<{ upload_id: string }>()

  const looked = await admin.get(`/api/v1/upload/${id}/preview`)
  const preview = looked.json<UploadPreview>()
  expect(preview.sniffed).toMatchObject({ delimiter: ';', header: true, encoding: 'utf-8', decimal: ',' })
  expect(preview.columns.map(({ name, type }) => [name, type])).toEqual([
    ['day', 'DATE'],
    ['amount', 'DOUBLE'],
    ['note', 'VARCHAR'],
  ])
  expect(preview.rejected.count).toBe(1)
  expect(preview.rejected.first).toMatchObject([
    { line: 3, reason: 'The line has 4 fields; 3 are expected', cause: { code: 'fields', found: 4, expected: 3 } },
  ])

  const created = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'sales', options: preview.sniffed })
  expect(created.statusCode).toBe(200)
  const job = await ctx.jobs.waitFor(created.json<{ job_id: string }>().job_id)
  expect(job).toMatchObject({ state: 'done', result: { accepted: 2, rejected: 1, blanked: [], widened: [] } })
  const { dataset_id: datasetId } = job.result as { dataset_id: number }

  const dataset = await ctx.db.selectFrom('datasets').selectAll().where('id', '=', datasetId).executeTakeFirstOrThrow()
  expect(dataset).toMatchObject({ table_name: 'sales', schema: 'main', main_dttm_col: 'day', version: 1 })
  const views = await ctx.db.selectFrom('view_menus').select('name').execute()
  expect(views.map(({ name }) => name)).toEqual(
    expect.arrayContaining([`[Files].[sales](id:${datasetId})`, expect.stringMatching(/^\[Files\]\.\(id:\d+\)$/)]),
  )
  const metrics = await ctx.db.selectFrom('dataset_metrics').select('expression').where('dataset_id', '=', datasetId).execute()
  expect(metrics).toEqual([{ expression: 'COUNT(*)' }])

  const rejected = await admin.get(`/api/v1/upload/${id}/rejected`)
  expect(rejected.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(rejected.body).toBe('line,reason,text\r\n3,"The line has 4 fields; 3 are expected","2020-02-01;2;y;too much"\r\n')

  const events = await admin.get(`/api/v1/job/${job.id}/events`)
  expect(events.headers['content-type']).toBe('text/event-stream')
  expect(events.body).toMatch(/^data: {"id":".*"state":"done"/)
})

test('the result names columns with a wider type than in the preview, also after an append', async () => {
  const pad = 'x'.repeat(1000)
  // Larger than its sample, with the deviating value outside of the sampled parts.
  const lines = Array.from({ length: 6600 }, (_, i) => `${pad},${i === 5000 ? '1.5' : i}`)
  const sent = await send(admin, 'wide.csv', `pad,n\n${lines.join('\n')}\n`)
  const { upload_id: id } = sent.json<{ upload_id: string }>()
  const created = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'wide', options: {} })
  const job = await ctx.jobs.waitFor(created.json<{ job_id: string }>().job_id)
  expect(job.result).toMatchObject({ accepted: 6600, widened: [{ column: 'n', from: 'BIGINT', to: 'DOUBLE' }] })
  const again = (await send(admin, 'wide.csv', `pad,n\n${lines.join('\n')}\n`)).json<{ upload_id: string }>()
  const payload = { source: { upload: again.upload_id }, name: 'wide.csv', schema: 'main', table: 'wide', options: {}, append: true }
  const appended = await ctx.jobs.waitFor(await ctx.jobs.start({ kind: 'upload', payload, userId: admin.id }))
  expect(appended.result).toMatchObject({ accepted: 13_200, widened: [{ column: 'n', from: 'BIGINT', to: 'DOUBLE' }] })
})

test('escapes rejected lines that look like formulas', async () => {
  const lines = ['=cmd|x!A1,2,3', '+1,2,3', '-1,2,3', '@x,2,3', ' =1,2,3', '|x,2,3', 'plain,2,3']
  const { upload_id: id } = (await send(admin, 'formulas.csv', `a,b\n${'1,2\n'.repeat(20)}${lines.join('\n')}\n`)).json<{
    upload_id: string
  }>()
  const options = { delimiter: ',', header: true }
  const created = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'formulas', options })
  await ctx.jobs.waitFor(created.json<{ job_id: string }>().job_id)
  const { body } = await admin.get(`/api/v1/upload/${id}/rejected`)
  const cells = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('","')[1]?.slice(0, -1))
  expect(cells).toEqual(lines.map((line) => (line === 'plain,2,3' ? line : `'${line}`)))
})

test('rejects a taken table name, another user, and an anonymous caller', async () => {
  const { upload_id: id } = (await send(admin, 'sales.csv', 'a\n1\n')).json<{ upload_id: string }>()
  const again = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'Sales' })
  expect([again.statusCode, again.json()]).toEqual([422, { message: { table_name: ['A table named Sales already exists'] } }])
  const alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  expect((await alpha.get(`/api/v1/upload/${id}/preview`)).statusCode).toBe(404)
  const gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
  expect((await send(gamma, 'a.csv', 'a\n1\n')).statusCode).toBe(403)
  expect((await app.inject({ method: 'GET', url: `/api/v1/upload/${id}/preview` })).statusCode).toBe(401)
  expect((await admin.delete(`/api/v1/upload/${id}`)).statusCode).toBe(200)
  expect((await admin.get(`/api/v1/upload/${id}/preview`)).statusCode).toBe(404)
})

test('of two concurrent creations of one table the second is rejected, and no rows are lost', async () => {
  const ids = await Promise.all(
    ['a\n1\n', 'a\n2\n3\n'].map(async (text) => (await send(admin, 'twice.csv', text)).json<{ upload_id: string }>()),
  )
  const jobs = await Promise.all(
    ids.map(async ({ upload_id: id }) => {
      const created = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'twice' })
      return ctx.jobs.waitFor(created.json<{ job_id: string }>().job_id)
    }),
  )
  expect(jobs.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
  expect(jobs.find(({ state }) => state === 'failed')?.error).toBe('A table named twice already exists')
  const done = jobs.find(({ state }) => state === 'done')?.result as { accepted: number }
  expect((await currentGenerations(ctx)).filter(({ table }) => table === 'twice').map(({ rows }) => rows)).toEqual([done.accepted])
})

test('does not repeat a job that was killed after its last transaction', async () => {
  const { upload_id: id } = (await send(admin, 'once.csv', 'a\n1\n2,3\n4\n')).json<{ upload_id: string }>()
  const { job_id: jobId } = (await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'once' })).json<{ job_id: string }>()
  const { result } = await ctx.jobs.waitFor(jobId)
  await ctx.db.updateTable('jobs').set({ state: 'running', lease_until: '2000-01-01', result: null }).where('id', '=', jobId).execute()
  ctx.jobs.startWorking()
  await ctx.jobs.start({ kind: 'none', payload: null, userId: null })
  await expect.poll(async () => (await ctx.jobs.get(jobId))?.state).toBe('done')
  expect((await ctx.jobs.get(jobId))?.result).toEqual(result)
  expect((await ctx.db.selectFrom('table_files').select('id').where('table_name', '=', 'once').execute()).length).toBe(1)
})

test('the table name of a deleted dataset is free again', async () => {
  const create = async (text: string) => {
    const { upload_id: id } = (await send(admin, 'again.csv', text)).json<{ upload_id: string }>()
    const created = await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'again' })
    return created.statusCode === 200 ? ctx.jobs.waitFor(created.json<{ job_id: string }>().job_id) : created.statusCode
  }
  const first = (await create('a\n1\n')) as { result: { dataset_id: number } }
  expect(await create('a\n1\n2\n')).toBe(422)
  expect((await admin.delete(`/api/v1/dataset/${first.result.dataset_id}`)).statusCode).toBe(200)
  expect(await create('a\n1\n2\n')).toMatchObject({ state: 'done', result: { accepted: 2 } })
})

const whole = (boundary: string, payload: string) => ({ headers: { 'content-type': `multipart/form-data${boundary}` }, payload })
test.each([
  ['no boundary', whole('', 'x')],
  ['no form', { headers: { 'content-type': 'application/json' }, payload: '{}' }],
  ['a form that ends in the middle', whole('; boundary=cut', multipart('x.csv', 'a\n1\n').payload.slice(0, -12))],
])('%s is rejected with 400 and leaves nothing behind', async (_name, sent) => {
  const before = readdirSync(join(ctx.config.dataDir, 'uploads')).length
  const answer = await admin.inject({ method: 'POST', url: '/api/v1/upload/', ...sent })
  expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([400, ['file']])
  expect(readdirSync(join(ctx.config.dataDir, 'uploads')).length).toBe(before)
})

test('rejects an upload over the limit with 413 naming the limit, and leaves nothing behind', async () => {
  Object.assign(ctx.config, { uploadLimit: 1000 })
  const refused = await send(admin, 'long.csv', 'x'.repeat(5000))
  Object.assign(ctx.config, { uploadLimit: 10 * 1024 ** 3 })
  expect([refused.statusCode, refused.json()]).toEqual([413, { message: 'The file is larger than the limit of 1000B' }])
  const folders = readdirSync(join(ctx.config.dataDir, 'uploads'))
  expect(folders.every((folder) => existsSync(join(ctx.config.dataDir, 'uploads', folder, 'facts.json')))).toBe(true)
})

test('the preview and the job both reject an unreadable file', async () => {
  const { upload_id: id } = (await send(admin, 'nothing.csv', '')).json<{ upload_id: string }>()
  const looked = await admin.get(`/api/v1/upload/${id}/preview`)
  expect([looked.statusCode, looked.json()]).toEqual([422, { message: 'The file is empty' }])
  const { job_id: jobId } = (await admin.post(`/api/v1/upload/${id}/create`, { table_name: 'nothing' })).json<{ job_id: string }>()
  expect(await ctx.jobs.waitFor(jobId)).toMatchObject({ state: 'failed', error: 'The file is empty' })
  expect((await currentGenerations(ctx)).some(({ table }) => table === 'nothing')).toBe(false)
})

const create = async (id: string, body: object) => {
  const answer = await admin.post(`/api/v1/upload/${id}/create`, body)
  if (answer.statusCode !== 200) return answer.json()
  return (await ctx.jobs.waitFor(answer.json<{ job_id: string }>().job_id)).result
}

test('a file is compared with the table that it is for, and appended to it or put in its place', async () => {
  const upload = async (text: string) => (await send(admin, 'stock.csv', text)).json<{ upload_id: string }>().upload_id
  const first = await upload('item,count\na,1\n')
  expect(await create(first, { table_name: 'stock' })).toMatchObject({ accepted: 1 })

  const second = await upload('Item,count,shelf\nb,two,4\n')
  const columns = [
    { name: 'Item', type: 'VARCHAR' },
    { name: 'count', type: 'VARCHAR' },
    { name: 'shelf', type: 'BIGINT' },
  ]
  const compare = (table_name: string) => admin.post(`/api/v1/upload/${second}/compare`, { table_name, columns })
  expect((await compare('stock')).json()).toEqual({
    result: {
      added: [{ name: 'shelf', type: 'BIGINT' }],
      missing: [],
      changed: [{ name: 'count', type: 'VARCHAR', before: 'BIGINT' }],
    },
  })
  expect((await compare('none')).json()).toEqual({ result: null })
  expect(await create(second, { table_name: 'stock' })).toEqual({ message: { table_name: ['A table named stock already exists'] } })
  const replaced = await create(second, { table_name: 'stock', already_exists: 'replace' })
  expect(replaced).toMatchObject({ accepted: 1 })
  const third = await upload('item,count,shelf\nc,three,5\n')
  expect(await create(third, { table_name: 'stock', already_exists: 'append' })).toMatchObject({ accepted: 2 })

  const other = await as(ctx, app, await makePerson(ctx, 'compares', ['Alpha']))
  const theirs = (await send(other, 'stock.csv', 'item\nx\n')).json<{ upload_id: string }>().upload_id
  const looked = await other.post(`/api/v1/upload/${theirs}/compare`, { table_name: 'stock', columns })
  expect(looked.statusCode).toBe(403)
  for (const already_exists of ['replace', 'append'])
    expect((await other.post(`/api/v1/upload/${theirs}/create`, { table_name: 'stock', already_exists })).statusCode).toBe(403)
})

test('a file that is kept makes another table', async () => {
  const { upload_id: id } = (await send(admin, 'two.csv', 'a\n1\n')).json<{ upload_id: string }>()
  expect(await create(id, { table_name: 'sheet one', keep: true })).toMatchObject({ accepted: 1 })
  expect(await create(id, { table_name: 'sheet two' })).toMatchObject({ accepted: 1 })
})
