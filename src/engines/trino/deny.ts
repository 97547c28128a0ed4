import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

/** The catalog `system` exposes other users' queries; names with `$` expose a table's files, snapshots or partitions. */
const inSystem = relationsOf({
  schemas: namesOf({ names: 'system' }),
  names: namesOf({
    names: `analyze_properties column_properties materialized_view_properties optimizer_rule_stats schema_properties table_properties
    applicable_roles enabled_roles role_authorization_descriptors`,
  }),
})

export const trinoDeny: Deny = {
  functions: namesOf({
    names: `current_catalog current_groups current_user execute http_get kill_query query raw_query runtime session_user sync_partition_metadata
    table_changes version`,
  }),
  relations: (relation) => inSystem(relation) || relation.table.includes('$'),
  tableFunctions: namesOf({ names: 'sequence unnest json_table' }),
}
