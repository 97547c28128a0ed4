import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

/** Views of the information schema that list the queries, accounts and settings of others, and files. */
const ownRelations = relationsOf({
  names: namesOf({
    names: `object_privileges schemata_options effective_project_options project_options organization_options sessions_by_project
    sessions_by_user`,
    beginnings:
      'jobs assignments capacity_commitments reservations streaming_timeline write_api_timeline bi_capacity recommendations insights',
  }),
})

export const bigqueryDeny: Deny = {
  functions: namesOf({
    names: 'current_user external_query session_user external_object_transform error',
    beginnings: 'keys ml ai obj',
  }),
  // The schema has to be named: none can be the default one, and tables of people may have these names elsewhere.
  relations: (relation) =>
    (relation.schema?.toLowerCase() === 'information_schema' && ownRelations(relation)) || relation.table.startsWith('@@'),
  tableFunctions: namesOf({ names: 'unnest' }),
}
