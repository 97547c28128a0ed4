import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

/** Functions that read files, disclose paths, run text as SQL, sleep, or change what others see. */
export const deniedFunctions: ReadonlySet<string> = new Set(
  `add_parquet_key all_profiling_output arrow_scan arrow_scan_dumb check_peg_parser checkpoint collations copy_database
  current_connection_id current_query_id current_setting current_transaction_id currval database_list database_size disable_checkpoint_on_shutdown
  disable_logging disable_object_cache disable_optimizer disable_peg_parser disable_print_progress_bar disable_profile
  disable_profiling disable_progress_bar disable_verification disable_verify_external disable_verify_fetch_row
  disable_verify_parallelism disable_verify_serializer duckdb_approx_database_count duckdb_columns duckdb_connection_count
  duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies duckdb_extensions
  duckdb_external_file_cache duckdb_functions duckdb_indexes duckdb_keywords duckdb_log_contexts duckdb_logs
  duckdb_logs_parsed duckdb_memory duckdb_optimizers duckdb_prepared_statements duckdb_profiling_settings duckdb_schemas
  duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings duckdb_table_sample duckdb_tables
  duckdb_temporary_files duckdb_types duckdb_variables duckdb_views enable_checkpoint_on_shutdown enable_logging
  enable_object_cache enable_optimizer enable_peg_parser enable_print_progress_bar enable_profile enable_profiling
  enable_progress_bar enable_verification extension_versions force_checkpoint from_substrait from_substrait_json functions
   get_block_size getenv getvariable glob iceberg_scan import_database json_execute_serialized_sql
  json_serialize_plan json_serialize_sql metadata_info nextval parquet_bloom_probe parquet_file_metadata
  parquet_full_metadata parquet_kv_metadata parquet_metadata parquet_scan parquet_schema parse_duckdb_log_message pg_conf_load_time
  pg_postmaster_start_time pg_sleep platform pragma_collations pragma_database_size pragma_metadata_info pragma_platform
  pragma_show pragma_storage_info pragma_table_info pragma_user_agent pragma_version query query_table read_blob
  read_csv read_csv_auto read_duckdb read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson
  read_ndjson_auto read_ndjson_objects read_parquet read_text repeat_row seq_scan set_bit setseed show
  show_databases show_tables show_tables_expanded sleep_ms sniff_csv sql_auto_complete sqlite_scan st_setcrs storage_info
  table_info test_all_types test_vector_types truncate_duckdb_logs txid_current user_agent verify_external
  verify_fetch_row verify_parallelism verify_serializer version which_secret write_log`.split(/\s+/),
)

/** Alias of each attached file: tables are read by the views on them alone. */
export const attachedAs = (number: number): string => `generation ${number}`

/** Schemas and catalogs that are there already: one more of that name cannot be made, or makes names ambiguous for everybody. */
export const isReservedSchema = (schema: string): boolean =>
  /^(information_schema|memory|pg_catalog|system|temp)$|^generation /i.test(schema)

const lists = relationsOf({
  names: namesOf({
    names: `sqlite_master sqlite_schema sqlite_temp_master sqlite_temp_schema pg_settings pg_database pg_prepared_statements`,
    beginnings: 'duckdb_ pragma_',
  }),
  schemas: namesOf({ beginnings: attachedAs(0).slice(0, -1) }),
})

/** A table that is not there is looked for as a file. */
const path = /[/\\*?]|^\w+:|\.(?:csv|tsv|txt|parquet|json|jsonl|ndjson|xlsx?|db|duckdb|sqlite3?|arrow|ipc|avro|gz|zst)$/i

export const duckdbDeny: Deny = {
  functions: deniedFunctions,
  relations: (relation) => lists(relation) || (relation.schema === null && path.test(relation.table)),
  tableFunctions: namesOf({ names: 'unnest range generate_series json_each json_tree' }),
}
