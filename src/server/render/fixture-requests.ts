import { charts } from '#charts/index.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { genericType, toRows } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { Answer, PictureRequest } from './draw.ts'

/** A picture request for a chart's fixture, in the size of a card. */
export type FixtureRequest = Fixture & { request: PictureRequest & { answers: Answer[] } }

const answerOf = (table: Table): Answer => ({
  colnames: table.columns.map(({ name }) => name),
  coltypes: table.columns.map(({ type }) => genericType[type]),
  data: toRows(table),
  ...(table.labelMap && { label_map: table.labelMap }),
})

const requestsOf = async (vizType: string): Promise<FixtureRequest[]> => {
  const { fixtures } = (await import(`../../charts/${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
  return fixtures.map((fixture) => ({
    ...fixture,
    request: {
      viz_type: vizType,
      form: fixture.form,
      answers: fixture.tables.map(answerOf),
      theme: 'light',
      width: 408,
      height: 232,
      ...(fixture.formats && { formats: fixture.formats }),
    },
  }))
}

/** Picture requests for all fixtures of all charts. */
export const fixtureRequests = async (): Promise<FixtureRequest[]> =>
  (await Promise.all(charts.map(({ viz_type }) => requestsOf(viz_type)))).flat()
