import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../start/config.ts'
import { testContext } from '../testing/test-context.ts'
import { passwordMatches } from './login/passwords.ts'
import { seedAccess } from './seed.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
beforeEach(async () => {
  ctx = await testContext()
})
afterEach(() => ctx.close())

const startedWith = (adminUser: string, adminPassword: string) =>
  seedAccess({ ...ctx, config: { ...ctx.config, adminUser, adminPassword } })
const people = () => ctx.db.selectFrom('users').select(['username', 'password']).execute()

test('sets the configured admin password only while there is none', async () => {
  await startedWith('admin', 'first')
  await startedWith('admin', 'second')
  const [admin] = await people()
  expect(await passwordMatches('first', admin?.password ?? null)).toBe(true)
})

test('rejects an admin password for an unknown account and names the existing one', async () => {
  await expect(startedWith('boss', 'secret')).rejects.toThrow(
    new ConfigError('--admin-user: no account is named "boss"; the first one is "admin"'),
  )
  await startedWith('admin', 'secret')
  await startedWith('boss', 'secret')
  expect(await people()).toHaveLength(1)
})

test('creates the first account and its role together or not at all', async () => {
  await ctx.db.deleteFrom('user_roles').execute()
  await ctx.db.deleteFrom('users').execute()
  await ctx.db.updateTable('roles').set({ name: 'Gone' }).where('name', '=', 'Admin').execute()
  await expect(startedWith('admin', 'secret')).rejects.toThrow()
  expect(await people()).toEqual([])
})
