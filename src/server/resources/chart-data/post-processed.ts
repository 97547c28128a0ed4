import type { ResultFormat } from '#core/query/query-object.ts'
import type { Context } from '../../context.ts'
import type { QueryResult } from './result.ts'
import type { Source } from './source.ts'

type Given = { result: QueryResult; format: ResultFormat; form: Record<string, unknown>; source: Source }

export const postProcessed = async (_ctx: Pick<Context, 'host'>, { result }: Given): Promise<QueryResult> => result
