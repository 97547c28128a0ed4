import { afterEach, beforeEach, expect, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { ensureHouse, houseId } from './house.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
beforeEach(async () => {
  ctx = await testContext()
})
afterEach(() => ctx.close())

test('creates the house database once, with a first version', async () => {
  const id = await ensureHouse(ctx)
  expect(await ensureHouse(ctx)).toBe(id)
  expect(await houseId(ctx)).toBe(id)
  const versions = await ctx.db.selectFrom('versions').selectAll().where('kind', '=', 'database').execute()
  expect(versions).toMatchObject([{ object_id: id, version: 1, action: 'create', how: 'job', user_id: null }])
  expect(JSON.parse(versions[0]?.state ?? '')).toMatchObject({ id, database_name: 'Files', is_house: 1 })
})
