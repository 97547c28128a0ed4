import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

/** Functions that read files, run text as SQL, reach the network, sleep, signal, lock, change state or reveal facts about the server. */
const functions = namesOf({
  names: `amcheck bt_page_items connectby current_query current_setting currtid2 currval cursor_to_xml cursor_to_xmlschema database_to_xml
  database_to_xml_and_xmlschema database_to_xmlschema get_raw_page heap_page_items http http_delete http_get http_post http_put
  http_request isn_weak lastval loread lowrite nextval plpython_call_handler query_to_xml query_to_xml_and_xmlschema query_to_xmlschema
  row_security_active schedule schedule_in_database schema_to_xml schema_to_xml_and_xmlschema schema_to_xmlschema set_config setseed
  setval table_to_xml table_to_xml_and_xmlschema table_to_xmlschema ts_rewrite ts_stat unschedule url_get verify_heapam version
  xpath_table xslt_process`,
  beginnings: `aws_ binary_upgrade_ brin_ bt_index_ crosstab dblink gin_ heap_force_ inet_client inet_server lo_ pg_ pgr_ postgres_fdw_
  run_command_on_ txid_`,
  except: `pg_typeof pg_column_size pg_size_pretty pg_size_bytes pg_input_is_valid pg_collation_for pg_lsn`,
})

/** Accounts, settings, other users' queries and statistics with values of their rows. */
const relations = relationsOf({
  names: namesOf({
    names: `pg_authid pg_auth_members pg_backend_memory_contexts pg_config pg_cursors pg_db_role_setting pg_file_settings pg_group
    pg_hba_file_rules pg_ident_file_mappings pg_largeobject pg_prepared_statements pg_replication_slots pg_roles pg_settings pg_shadow
    pg_stat_activity pg_stat_replication pg_stat_ssl pg_stat_statements pg_stat_wal_receiver pg_statistic pg_stats pg_subscription
    pg_user pg_user_mapping pg_user_mappings pg_foreign_server user_mapping_options foreign_server_options pg_stat_gssapi pg_policies
    pg_policy pg_stats_ext pg_stats_ext_exprs pg_statistic_ext_data pg_shmem_allocations pg_replication_origin_status
    pg_available_extension_versions`,
    beginnings: '_pg_foreign_ _pg_user_mappings pg_stat_progress_ pg_stat_ssl pg_stat_replication pg_stat_subscription',
  }),
})

export const postgresDeny: Deny = { functions, relations }
