import { paths } from '../../../data/paths.ts'
import type { ExploreDataset } from '../data/answer.ts'

type Source = Pick<ExploreDataset, 'id' | 'type' | 'sql' | 'select_star' | 'datasource_name'>

/** The SQL of a virtual dataset or query, else a statement that selects everything from the table. */
export const querySql = ({ sql, select_star, datasource_name }: Source): string => sql || select_star || `SELECT *\nFROM ${datasource_name}`

/** Opens SQL Lab with the SQL of the dataset, on its database and schema. A query brings its own SQL. */
export const sqlLabPath = (dataset: Source): string => {
  if (dataset.type === 'saved_query') return `${paths.sqlLab}?savedQueryId=${dataset.id}`
  const parameters = new URLSearchParams({ datasourceKey: `${dataset.id}__${dataset.type}`, name: dataset.datasource_name })
  if (dataset.type !== 'query') parameters.set('sql', querySql(dataset))
  return `${paths.sqlLab}?${String(parameters)}`
}
