import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

export const databricksDeny: Deny = {
  functions: namesOf({
    names: `cloud_files_state current_metastore current_user current_version event_log http_request input_file_name is_account_group_member
    is_member java_method list_secrets read_files read_kafka read_kinesis read_pubsub read_pulsar read_state_metadata read_statestore
    reflect remote_query secret session_user sql_keywords table_changes try_secret user version`,
    beginnings: 'ai_',
  }),
  // A format before a path reads files.
  relations: relationsOf({ schemas: namesOf({ names: 'system avro binaryfile csv delta json orc parquet text xml global_temp' }) }),
  tableFunctions: namesOf({ names: 'explode explode_outer inline inline_outer posexplode posexplode_outer range sequence stack' }),
}
