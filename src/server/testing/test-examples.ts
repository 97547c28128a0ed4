import { startExamples } from '../examples/load.ts'
import type { testContext } from './test-context.ts'

/** Loads the example data and dashboards, and resolves with their job when it has ended. */
export const loadExamples = async (ctx: Awaited<ReturnType<typeof testContext>>) => {
  Object.assign(ctx.config, { examples: true })
  ctx.jobs.startWorking()
  await startExamples(ctx)
  const { id } = await ctx.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
  return ctx.jobs.waitFor(id)
}
