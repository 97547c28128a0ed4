/** Functions and table functions that hand text to another server, read its files, or tell who is asking. */
export const deniedFunctions: ReadonlySet<string> = new Set(
  `current_catalog current_groups current_user execute kill_query http_get query raw_query runtime session_user sync_partition_metadata table_changes version`.split(
    /\s+/,
  ),
)

/** Tables of the catalog `system`, which say who asks what. */
export const deniedRelations: ReadonlySet<string> = new Set(
  `analyze_properties catalogs column_properties materialized_view_properties nodes optimizer_rule_stats queries schema_properties table_properties
  task_groups tasks transactions applicable_roles enabled_roles role_authorization_descriptors roles`.split(/\s+/),
)
