import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

export const mysqlDeny: Deny = {
  functions: namesOf({
    names: `benchmark binlog_gtid_pos connection_id current_role current_user extractvalue flush_rewrite_cache found_rows icu_version
    is_free_lock is_used_lock last_insert_id lastval load_file load_rewrite_rules name_const nextval release_all_locks roles_graphml
    row_count session_user setval sleep system_user updatexml user uuid_short version wait_for_executed_gtid_set
    wait_until_sql_thread_after_gtids`,
    // Locks, replication, other servers, and loadable functions that execute programs.
    beginnings: `asynchronous_connection_failover_ audit_ get_lock group_replication_ http_ keyring_ lib_mysqludf master_ memc_ mroonga_
    mysql_firewall ps_current_thread ps_thread release_lock service_get_ service_release_ source_ spider_ sys_ version_tokens_ wsrep_`,
  }),
  relations: relationsOf({
    schemas: namesOf({ names: 'mysql performance_schema sys' }),
    names: namesOf({
      names: `client_statistics columns_priv general_log global_priv global_status global_variables index_statistics procs_priv processlist proxies_priv
      query_response_time session_account_connect_attrs session_status session_variables slow_log system_variables tables_priv
      user_privileges user_statistics user_variables`,
      beginnings: 'innodb_ metadata_lock thread_pool_ wsrep_',
    }),
  }),
  tableFunctions: namesOf({ names: 'json_table' }),
}
