import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

export const snowflakeDeny: Deny = {
  functions: namesOf({
    names: `current_account current_account_name current_available_roles current_client current_ip_address current_role current_secondary_roles
    current_session current_statement current_transaction current_user current_version get_presigned_url build_scoped_file_url
    build_stage_file_url get_ddl invoker_role is_role_in_session last_query_id result_scan`,
    beginnings: 'system$ system ai_ cortex',
  }),
  relations: relationsOf({
    schemas: namesOf({ names: 'snowflake account_usage organization_usage reader_account_usage' }),
    names: namesOf({ names: 'applicable_roles enabled_roles load_history object_privileges usage_privileges stages pipes' }),
  }),
  tableFunctions: namesOf({ names: 'flatten split_to_table strtok_split_to_table generator' }),
}
